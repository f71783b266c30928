import BusProtocol
import HubCore
import MusicModel
import Testing

/// Swift's hashing differs from process to process and, for copies that grew differently, within
/// one. What the hub does must not depend on it.
@Suite("Equal events give equal actions")
struct EqualRunsTests {
  @Test("with many peers and calls, in every run")
  func runs() {
    let first = EqualRunsTests.run(capacity: 0)
    for capacity in [1, 40, 300] { #expect(EqualRunsTests.run(capacity: capacity) == first) }
  }

  /// The same events each time, in hubs whose tables have grown to different sizes before.
  private static func run(capacity: Int) -> [Action] {
    let hub = HubDriver { $0.maxCachedLists = 4 }
    let early = (0..<capacity).map { _ in hub.connectClient() }
    for client in early { client.disconnect() }
    var actions: [Action] = []
    func note(_ new: [Action]) { actions += new }
    let names = ["d", "a", "c", "b"]
    let providers = names.map { hub.connectProvider($0, serving: [.artistsSearch, .artistGet]) }
    let clients = (0..<4).map { _ in hub.connectClient() }
    for (number, client) in clients.enumerated() {
      client.call(.artistsSearch, id: "s\(number)") {
        $0.text = "nina \(number)"
        $0.limit = 1
      }
    }
    for provider in providers {
      for call in provider.takeCalls() {
        provider.reply(
          to: call,
          (0..<5).map { artist("\(provider.id):artist:\($0)", name: "Nina \($0)") }
        )
      }
    }
    for client in clients { note(normalized(hub.mail(of: client.peer))) }
    for client in clients { client.call(.artistGet, id: "g") { $0.id = id("a:artist:1") } }
    for provider in providers { note(normalized(provider.takeMail())) }
    note(hub.handle(.disconnected(providers[0].peer)))
    note(hub.handle(.stopRequested(reason: "test")).map(normalized))
    return actions
  }

  /// Sessions and peers are numbered on from those before.
  private static func normalized(_ messages: [WireMessage]) -> [Action] {
    messages.map { normalized(.send($0, to: Peer(.client, routing: []))) }
  }

  private static func normalized(_ action: Action) -> Action {
    guard case .send(var message, _) = action else { return action }
    (message.header.sid, message.header.id) = (nil, nil)
    return .send(message, to: Peer(.client, routing: []))
  }
}
