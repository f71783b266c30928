import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The status of the hub")
struct StatusTests {
  let hub = HubDriver { $0.pid = 42 }

  @Test("lists providers by name, with their state")
  func providers() throws {
    let b = hub.connectProvider("b", serving: [.artistsSearch])
    let a = hub.findProvider("a", serving: [.artistGet])
    let client = hub.connectClient()
    client.call(.artistsSearch) { $0.text = "nina" }
    b.fail(b.takeCall(), .upstreamUnavailable)
    let call = client.call(.providersList)
    let list = try #require(client.reply(to: call)?.done?.providers)
    #expect(list.map(\.id) == [a.id, b.id])
    #expect(list.map(\.state) == [.starting, .ready])
    #expect(list.map(\.methods) == [[.artistGet], [.artistsSearch]])
    #expect(list.map(\.calls) == [0, 1])
    #expect(list.map(\.failures) == [0, 1])
    #expect(list.map(\.pid) == [nil, 100])
    #expect(list[1].lastError == "It says UPSTREAM_UNAVAILABLE.")
  }

  @Test("contains the latency, calls in flight and remaining budget of a provider")
  func figures() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch]) {
      $0.budgets = ["api.example": .init(requests: 3, perMs: 60_000)]
      $0.methods["artists.search"]?.cost = ["api.example": 1]
    }
    let client = hub.connectClient()
    for (text, tookMs) in [("x", 100), ("y", 300)] {
      client.call(.artistsSearch) { $0.text = text }
      let providerCall = a.takeCall()
      hub.advance(tookMs)
      a.reply(to: providerCall, spent: ["api.example": 1])
    }
    client.call(.artistsSearch) { $0.text = "z" }
    let call = client.call(.providersList)
    let status = try #require(client.reply(to: call)?.done?.providers?.first)
    #expect(status.latency == .init(replies: 2, p50Ms: 100, p95Ms: 300))
    #expect(status.inflight == 1)
    #expect(status.manifest == "/p/a.json")
    #expect(status.level == .full)
    let budget = try #require(status.budgets?["api.example"])
    #expect(budget.left == 0 && budget.requests == 3 && budget.perMs == 60_000)
    // A reservation may be refunded at any time.
    #expect(budget.nextMs == 0)
  }

  @Test("contains the version, process, uptime and counts of the hub")
  func status() throws {
    let client = hub.connectClient()
    _ = hub.connectClient()
    hub.advance(5_000)
    let call = client.call(.hubStatus)
    let done = try #require(client.reply(to: call)?.done)
    #expect(
      done.hub
        == HubStatus(version: "1.0.0", pid: 42, uptimeMs: 5_000, clients: 2, inflight: 0, calls: 1)
    )
    #expect(done.providers == [])
  }
}
