import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Artists with one name")
struct NamesakesTests {
  private let hub = HubDriver()
  private let linking: ModelProvider
  private let store: ModelProvider
  private let client: ModelClient

  init() {
    linking = hub.connectProvider(
      "a",
      serving: [.artistsSearch, .artistGet],
      namespaces: ["mbid:artist"]
    )
    store = hub.connectProvider("b", serving: [.artistsSearch, .artistGet])
    client = hub.connectClient()
  }

  /// Searches the name, of which each source has two artists.
  private func search(_ change: (inout CallParameters) -> Void = { _ in }) -> String {
    let call = client.call(.artistsSearch) {
      $0.text = "Nirvana"
      change(&$0)
    }
    linking.reply(
      to: linking.takeCall(),
      artist("mbid:artist:1", name: "Nirvana"),
      artist("mbid:artist:2", name: "Nirvana")
    )
    store.reply(
      to: store.takeCall(),
      artist("b:artist:1", name: "Nirvana"),
      artist("b:artist:2", name: "Nirvana")
    )
    return call
  }

  private static let details = [
    artist("mbid:artist:1", "b:artist:1", name: "Nirvana"),
    artist("mbid:artist:2", "b:artist:2", name: "Nirvana"),
  ]

  @Test("are looked up at the source that links others, and shown as its links say")
  func lookups() throws {
    let call = search()
    #expect(client.reply(to: call) == nil)
    let lookups = linking.takeCalls()
    #expect(lookups.map(\.method) == [.artistGet, .artistGet])
    #expect(lookups.map { $0.parameters.id } == [id("mbid:artist:1"), id("mbid:artist:2")])
    for (lookup, details) in zip(lookups, Self.details) { linking.reply(to: lookup, details) }
    let reply = try #require(client.reply(to: call))
    #expect(
      reply.items.map(\.ids) == [
        [id("mbid:artist:1"), id("b:artist:1")], [id("mbid:artist:2"), id("b:artist:2")],
      ]
    )
    #expect(reply.outcomes == "a: ok, b: ok")
    #expect(hub.hub.load.isQuiet)
  }

  @Test("are listed apart if the lookups are late, and joined in later lists")
  func late() throws {
    let call = search()
    hub.advance(3_000)
    #expect(client.reply(to: call)?.items.count == 4)
    for (lookup, details) in zip(linking.takeCalls(), Self.details) {
      linking.reply(to: lookup, details)
    }
    // The reply of before is outdated.
    let again = search { $0.cache = .bypass }
    for (lookup, details) in zip(linking.takeCalls(), Self.details) {
      linking.reply(to: lookup, details)
    }
    #expect(client.reply(to: again)?.items.count == 2)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("are listed apart if the lookups fail")
  func failed() throws {
    let call = search()
    for lookup in linking.takeCalls() { linking.fail(lookup, .upstreamUnavailable) }
    #expect(client.reply(to: call)?.items.count == 4)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("are listed apart if the reply to a lookup is malformed, and the list keeps its artists")
  func malformed() throws {
    let call = search()
    for lookup in linking.takeCalls() { linking.end(lookup, Done(parts: 3)) }
    #expect(client.reply(to: call)?.items.count == 4)
    #expect(hub.hub.load.isQuiet)
  }

  @Test("are not looked up if the user cancels")
  func cancelled() throws {
    let call = search()
    client.cancel(call)
    for (lookup, details) in zip(linking.takeCalls(), Self.details) {
      linking.reply(to: lookup, details)
    }
    #expect(hub.hub.load.isQuiet)
  }

  @Test("are one in a list if an earlier call has found so")
  func known() throws {
    let found = client.call(.artistGet) { $0.id = id("mbid:artist:1") }
    linking.reply(to: linking.takeCall(), artist("mbid:artist:1", "b:artist:1", name: "Nirvana"))
    store.reply(to: store.takeCall(), artist("b:artist:1", name: "Nirvana"))
    #expect(client.reply(to: found)?.items.count == 1)
    let call = search()
    for lookup in linking.takeCalls() { linking.fail(lookup, .upstreamUnavailable) }
    #expect(
      client.reply(to: call)?.items.map(\.ids) == [
        [id("mbid:artist:1"), id("b:artist:1")], [id("mbid:artist:2")], [id("b:artist:2")],
      ]
    )
  }

  @Test("are not looked up if only one artist has the name")
  func single() throws {
    let call = client.call(.artistsSearch) { $0.text = "Nirvana" }
    linking.reply(to: linking.takeCall(), artist("mbid:artist:1", name: "Nirvana"))
    store.reply(to: store.takeCall(), artist("b:artist:1", name: "Nirvana"))
    #expect(linking.takeCalls().isEmpty)
    #expect(client.reply(to: call)?.items.count == 1)
  }
}
