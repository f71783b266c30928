import BusProtocol
import HubCore
import MusicModel

/// A hub that forwards a call of one client to one provider, and gets an arbitrary reply.
struct HubTarget {
  private static let provider = Peer(.provider, routing: [1])
  private static let client = Peer(.client, routing: [2])
  private static let whole = HubTarget(streams: false)
  private static let streaming = HubTarget(streams: true)

  private var hub = Hub(settings: HubSettings(), bootID: "s", now: Instant(milliseconds: 0))
  private var ends = 0
  private var providerCall: Header?
  /// The provider's is `s-1`, as in the vectors.
  private var clientSID: String?

  /// Receives the body of a `done`; the call must have exactly one end.
  static func receiveReply(_ body: [UInt8]) {
    for var target in [whole, streaming] {
      let end = Header(type: .done, re: target.providerCall?.id, sid: target.providerCall?.sid)
      target.handle(.received(WireMessage(end, body: body), from: provider), at: 3)
      target.endsOnce()
    }
  }

  /// Receives a message from the provider, and the same from the client.
  static func receive(_ message: WireMessage) {
    var target = streaming
    var ofProvider = message
    if message.header.re == "c-1" { ofProvider.header.re = target.providerCall?.id }
    target.handle(.received(ofProvider, from: provider), at: 3)
    target.endsOnce()
    var other = streaming
    var ofClient = message
    if message.header.sid == "s-1" { ofClient.header.sid = target.clientSID }
    other.handle(.received(ofClient, from: client), at: 3)
    other.handle(.tick, at: 300_000)
  }

  /// After its deadline, the client's call must have exactly one end.
  private mutating func endsOnce() {
    handle(.tick, at: 60_000)
    precondition(ends == 1, "The call has \(ends) ends.")
  }

  private init(streams: Bool) {
    guard let id = ProviderID(rawValue: "a") else { preconditionFailure("\"a\" is an id.") }
    let manifest = Manifest(id: id, executable: "a", methods: [.albumsSearch])
    handle(.providersFound(DiscoveryResult([manifest])), at: 0)
    handle(.providerSpawned(id, token: "t", pid: 1), at: 0)
    var descriptor = Descriptor(id: id, name: "A", version: "1", attribution: .init(text: "A"))
    descriptor.methods = ["albums.search": .init(cost: [:], freshMs: 0)]
    let ours = PeerDescription(name: "a", version: "1")
    hello(Hello(peer: ours, token: "t", descriptor: descriptor), HubTarget.provider)
    hello(Hello(peer: ours), HubTarget.client)
    var target = CallParameters()
    target.text = "a"
    target.stream = streams ? true : nil
    let header = Header(type: .call, id: "c-1", sid: clientSID, method: .albumsSearch)
    let call = WireMessage(header, body: try? JSONCodec.encode(target))
    handle(.received(call, from: HubTarget.client), at: 2)
    precondition(providerCall?.sid == "s-1", "The provider got no call.")
  }

  private mutating func hello(_ hello: Hello, _ peer: Peer) {
    let body = try? JSONCodec.encode(hello)
    handle(.received(WireMessage(Header(type: .hello, id: "h"), body: body), from: peer), at: 1)
  }

  private mutating func handle(_ event: Event, at time: Int) {
    for case .send(let message, let peer) in hub.handle(event, at: Instant(milliseconds: time)) {
      switch (message.header.type, peer) {
      case (.done, HubTarget.client), (.error, HubTarget.client):
        if message.header.re == "c-1" { ends += 1 }
      case (.welcome, HubTarget.client): clientSID = message.header.sid
      case (.call, HubTarget.provider): providerCall = message.header
      default: break
      }
    }
  }
}
