import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

/// A queue sends the oldest call of the client with the fewest calls in flight.
///
/// Searches for artists cost one request of a budget, and searches for albums three.
@Suite("The order of a queue")
struct QueueOrderTests {
  let hub = HubDriver { $0.hasProviderCache = true }
  let a: ModelProvider
  let client: ModelClient
  let other: ModelClient

  init() {
    a = hub.connectProvider("a", serving: [.artistsSearch, .albumsSearch]) {
      $0.inflight = 2
      $0.methods["artists.search"]?.cost = [BudgetsTests.host: 1]
      $0.methods["albums.search"]?.cost = [BudgetsTests.host: 3]
      $0.budgets = [BudgetsTests.host: .init(requests: 4, perMs: 60_000)]
    }
    client = hub.connectClient()
    other = hub.connectClient()
  }

  @discardableResult
  func searchArtists(
    _ text: String,
    by client: ModelClient,
    _ change: (inout CallParameters) -> Void = { _ in }
  ) -> String {
    client.call(.artistsSearch, timeoutMs: 120_000) {
      $0.text = text
      change(&$0)
    }
  }

  @discardableResult
  func searchAlbums(_ text: String, by client: ModelClient) -> String {
    client.call(.albumsSearch, timeoutMs: 120_000) { $0.text = text }
  }

  func reply(_ call: ReceivedCall?, spent: Int) {
    a.reply(to: call, [], spent: [BudgetsTests.host: spent])
  }

  @Test("sends no call of a client that has left, even if another one of it gives way")
  func left() {
    searchArtists("one", by: other)
    #expect(a.takeCalls().count == 1)
    searchAlbums("costly", by: client)
    searchArtists("cheap", by: client)
    client.disconnect()
    #expect(a.takeCalls().isEmpty)
    #expect(a.takeCancels().isEmpty)
  }

  @Test("changes when one of the clients of a queued call cancels it")
  func shared() {
    searchArtists("one", by: other)
    #expect(a.takeCalls().count == 1)
    let costly = searchAlbums("costly", by: client)
    searchAlbums("costly", by: other)
    searchArtists("cheap", by: hub.connectClient())
    #expect(a.takeCalls().isEmpty)
    client.cancel(costly)
    #expect(a.takeCalls().map(\.parameters.text) == ["cheap"])
  }

  @Test("changes when a client cancels a call in flight")
  func cancelled() {
    let first = searchArtists("one", by: client)
    searchArtists("two", by: other)
    let calls = a.takeCalls()
    searchArtists("cheap", by: client)
    searchAlbums("costly", by: hub.connectClient())
    reply(calls.last, spent: 1)
    #expect(a.takeCalls().isEmpty)
    client.cancel(first)
    #expect(a.takeCalls().map(\.parameters.text) == ["cheap"])
  }

  @Test("changes when a client joins a call that continues in the background")
  func joined() {
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    searchArtists("spent", by: client) { $0.providers = [a.id] }
    reply(a.takeCall(), spent: 1)
    hub.advance(10_000)
    searchArtists("two", by: client) { $0.providers = [a.id] }
    reply(a.takeCall(), spent: 3)
    let call = searchArtists("cheap", by: client)
    b.reply(to: b.takeCall(), artist("b:artist:1", name: "Cheap"))
    #expect(client.reply(to: call)?.outcomes == "a: deferred, b: ok")
    searchAlbums("costly", by: client)
    hub.advance(50_000)
    #expect(a.takeCalls().isEmpty)
    searchArtists("cheap", by: other)
    #expect(a.takeCalls().map(\.parameters.text) == ["cheap"])
  }
}
