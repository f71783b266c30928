import BusProtocol
import HubCore
import MusicModel

/// A hub that asks one provider for one client, and gets an answer of which nothing is known.
enum AnsweredHub {
  private static let provider = Peer(.provider, routing: [1])
  private static let client = Peer(.client, routing: [2])

  /// Takes the body of a `done`; the call has exactly one end, whatever it is.
  static func take(_ body: [UInt8]) {
    guard let id = ProviderID(rawValue: "a") else { return }
    var hub = Hub(settings: HubSettings(), bootID: "b", now: Instant(milliseconds: 0))
    var ends = 0
    var question: Header?
    func tell(_ event: Event, at time: Int) {
      for case .send(let message, let peer) in hub.handle(event, at: Instant(milliseconds: time)) {
        if peer == client, [.done, .error].contains(message.header.type) { ends += 1 }
        if peer == provider, message.header.type == .call { question = message.header }
      }
    }
    let manifest = Manifest(id: id, executable: "a", methods: [.searchAlbums])
    tell(.providersFound(ProviderListing([manifest])), at: 0)
    tell(.providerSpawned(id, token: "t", pid: 1), at: 0)
    var descriptor = Descriptor(id: id, name: "A", version: "1", credit: .init(text: "A"))
    descriptor.methods = ["albums.search": .init(cost: [:], freshMs: 0)]
    let ours = PeerDescription(name: "a", version: "1")
    tell(hello(Hello(peer: ours, token: "t", descriptor: descriptor), provider), at: 1)
    tell(hello(Hello(peer: ours), client), at: 1)
    var asked = CallParameters()
    asked.text = "a"
    asked.stream = body.count % 2 == 0 ? true : nil
    let header = Header(type: .call, id: "c1", sid: "b-2", method: .searchAlbums)
    tell(.received(WireMessage(header, body: try? BusCodec.encode(asked)), from: client), at: 2)
    precondition(question != nil, "The provider is not asked.")
    let end = Header(type: .done, re: question?.id, sid: question?.sid)
    tell(.received(WireMessage(end, body: body), from: provider), at: 3)
    tell(.tick, at: 60_000)
    precondition(ends == 1, "The call has \(ends) ends.")
  }

  private static func hello(_ hello: Hello, _ peer: Peer) -> Event {
    let body = try? BusCodec.encode(hello)
    return .received(WireMessage(Header(type: .hello, id: "h"), body: body), from: peer)
  }
}
