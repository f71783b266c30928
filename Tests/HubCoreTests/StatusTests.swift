import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("What the hub says of itself")
struct StatusTests {
  let hub = HubDriver { $0.pid = 42 }

  @Test("providers are listed by name, with their state")
  func providers() throws {
    let b = hub.connectProvider("b", serving: [.searchArtists])
    let a = hub.findProvider("a", serving: [.getArtist])
    let client = hub.connectClient()
    client.call(.searchArtists) { $0.text = "nina" }
    b.fail(b.takeCall(), .upstreamUnavailable)
    let call = client.call(.listProviders)
    let list = try #require(client.answer(to: call)?.done?.providers)
    #expect(list.map(\.id) == [a.id, b.id])
    #expect(list.map(\.state) == [.starting, .ready])
    #expect(list.map(\.methods) == [[.getArtist], [.searchArtists]])
    #expect(list.map(\.calls) == [0, 1])
    #expect(list.map(\.failures) == [0, 1])
    #expect(list.map(\.pid) == [nil, 100])
    #expect(list[1].lastError == "It says UPSTREAM_UNAVAILABLE.")
  }

  @Test("the hub tells how it is")
  func status() throws {
    let client = hub.connectClient()
    _ = hub.connectClient()
    hub.advance(5_000)
    let call = client.call(.hubStatus)
    let done = try #require(client.answer(to: call)?.done)
    #expect(
      done.hub
        == HubStatus(version: "1.0.0", pid: 42, uptimeMs: 5_000, clients: 2, inflight: 0, calls: 1)
    )
    #expect(done.providers == [])
  }
}
