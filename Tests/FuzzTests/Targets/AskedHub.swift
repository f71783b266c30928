import BusProtocol
import HubCore
import MusicModel

/// A hub that asks one provider for one client, and gets something of which nothing is known.
struct AskedHub {
  private static let provider = Peer(.provider, routing: [1])
  private static let client = Peer(.client, routing: [2])
  private static let whole = AskedHub(streams: false)
  private static let streaming = AskedHub(streams: true)

  private var hub = Hub(settings: HubSettings(), bootID: "s", now: Instant(milliseconds: 0))
  private var ends = 0
  private var question: Header?
  /// The provider's is `s-1`, as in the vectors.
  private var clientSID: String?

  /// Takes the body of a `done`; the call has exactly one end, whatever it is.
  static func takeAnswer(_ body: [UInt8]) {
    for var asked in [whole, streaming] {
      let end = Header(type: .done, re: asked.question?.id, sid: asked.question?.sid)
      asked.tell(.received(WireMessage(end, body: body), from: provider), at: 3)
      asked.endsOnce()
    }
  }

  /// Takes a message from the provider, and the same from the client.
  static func take(_ message: WireMessage) {
    var asked = streaming
    var ofProvider = message
    if message.header.re == "c-1" { ofProvider.header.re = asked.question?.id }
    asked.tell(.received(ofProvider, from: provider), at: 3)
    asked.endsOnce()
    var other = streaming
    var ofClient = message
    if message.header.sid == "s-1" { ofClient.header.sid = asked.clientSID }
    other.tell(.received(ofClient, from: client), at: 3)
    other.tell(.tick, at: 300_000)
  }

  /// When its time is over, the client's call has one end, neither none nor two.
  private mutating func endsOnce() {
    tell(.tick, at: 60_000)
    precondition(ends == 1, "The call has \(ends) ends.")
  }

  private init(streams: Bool) {
    guard let id = ProviderID(rawValue: "a") else { preconditionFailure("\"a\" is an id.") }
    let manifest = Manifest(id: id, executable: "a", methods: [.searchAlbums])
    tell(.providersFound(DiscoveryResult([manifest])), at: 0)
    tell(.providerSpawned(id, token: "t", pid: 1), at: 0)
    var descriptor = Descriptor(id: id, name: "A", version: "1", attribution: .init(text: "A"))
    descriptor.methods = ["albums.search": .init(cost: [:], freshMs: 0)]
    let ours = PeerDescription(name: "a", version: "1")
    hello(Hello(peer: ours, token: "t", descriptor: descriptor), AskedHub.provider)
    hello(Hello(peer: ours), AskedHub.client)
    var asked = CallParameters()
    asked.text = "a"
    asked.stream = streams ? true : nil
    let header = Header(type: .call, id: "c-1", sid: clientSID, method: .searchAlbums)
    let call = WireMessage(header, body: try? BusCodec.encode(asked))
    tell(.received(call, from: AskedHub.client), at: 2)
    precondition(question?.sid == "s-1", "The provider is not asked.")
  }

  private mutating func hello(_ hello: Hello, _ peer: Peer) {
    let body = try? BusCodec.encode(hello)
    tell(.received(WireMessage(Header(type: .hello, id: "h"), body: body), from: peer), at: 1)
  }

  private mutating func tell(_ event: Event, at time: Int) {
    for case .send(let message, let peer) in hub.handle(event, at: Instant(milliseconds: time)) {
      switch (message.header.type, peer) {
      case (.done, AskedHub.client), (.error, AskedHub.client):
        if message.header.re == "c-1" { ends += 1 }
      case (.welcome, AskedHub.client): clientSID = message.header.sid
      case (.call, AskedHub.provider): question = message.header
      default: break
      }
    }
  }
}
