import BusProtocol
import FavoritesModel
import HubCore
import MusicModel
import Testing

@Suite("The metrics of the hub")
struct MetricsTests {
  let hub = HubDriver()

  private func metrics(_ client: ModelClient) throws -> [String: Metric] {
    let reply = try #require(client.reply(to: client.call(.hubMetrics)))
    let metrics = try #require(reply.done?.metrics)
    return Dictionary(uniqueKeysWithValues: metrics.map { ($0.name, $0) })
  }

  @Test("count calls by method and result, and outcomes by provider")
  func counts() throws {
    let a = hub.connectProvider("a", serving: [.artistsSearch]) {
      $0.methods["artists.search"] = .init(cost: ["one.example": 1], freshMs: 60_000)
      $0.budgets = ["one.example": .init(requests: 10, perMs: 60_000)]
    }
    let client = hub.connectClient()
    for text in ["nina", "nina", "miles"] {
      let call = client.call(.artistsSearch) { $0.text = text }
      hub.advance(7)
      if text == "miles" {
        a.fail(a.takeCall(), .upstreamUnavailable)
      } else if let providerCall = a.takeCalls().first {
        a.reply(to: providerCall, [artist("a:artist:1", name: text)], spent: ["one.example": 1])
      }
      _ = client.reply(to: call)
    }
    let metrics = try metrics(client)
    let calls = try #require(metrics["musicbus_calls_total"]?.samples)
    let results = calls.map { "\($0.labels?["result"] ?? "") \(Int($0.value))" }
    #expect(results == ["cached 1", "done 1", "error 1"])
    let outcomes = try #require(metrics["musicbus_source_outcomes_total"]?.samples)
    #expect(outcomes.compactMap { $0.labels?["outcome"] } == ["failed", "ok"])
    let times = try #require(metrics["musicbus_call_seconds"])
    #expect(times.samples.first?.value == 0.014)
    #expect(times.samples.first?.counts?.prefix(4) == [1, 1, 1, 3])
    #expect(times.samples.first?.counts?.count == (times.bounds?.count ?? 0) + 1)
    #expect(metrics["musicbus_budget_requests"]?.samples.map(\.value) == [10])
    #expect(metrics["musicbus_budget_used"]?.samples.map(\.value) == [1])
    #expect(metrics["musicbus_provider_up"]?.samples.map(\.value) == [1])
  }

  @Test("count a change of the favourites when it is saved, or as an error")
  func operations() throws {
    let hub = HubDriver.withFavorites()
    let client = hub.connectClient()
    client.importRows(artist("a:artist:1", name: "Nina"))
    let a = hub.connectProvider("a", serving: [.artistGet])
    hub.savesFavorites = false
    _ = client.call(.favoritesAdd) { $0.id = id("a:artist:2") }
    a.reply(to: a.takeCall(), artist("a:artist:2", name: "Miles"))
    hub.advance(30)
    hub.handle(.favorites(.failed(from: hub.savedChanges[1].at, problem: "The disk is full.")))
    let calls = try #require(try metrics(client)["musicbus_calls_total"]?.samples)
    let results = calls.map { sample in
      "\(sample.labels?["method"] ?? "") \(sample.labels?["result"] ?? "") \(Int(sample.value))"
    }
    #expect(results == ["favorites.add error 1", "favorites.import done 1"])
    let times = try #require(try metrics(client)["musicbus_call_seconds"]?.samples)
    #expect(times.first { $0.labels?["method"] == "favorites.add" }?.value == 0.03)
  }

  @Test("count the syncs that changes of favourites share")
  func sharing() throws {
    let hub = HubDriver.withFavorites()
    let client = hub.connectClient()
    hub.savesFavorites = false
    for name in ["Nina", "Miles", "Bill"] {
      client.importRows(artist("a:artist:\(name)", name: name))
    }
    let changes = hub.savedChanges.map(\.at)
    hub.handle(.favorites(.saved(upTo: changes[1])))
    let metrics = try metrics(client)
    #expect(metrics["musicbus_favorites"]?.samples.map(\.value) == [3])
    #expect(metrics["musicbus_favorites_changes_total"]?.samples.map(\.value) == [2])
    #expect(metrics["musicbus_favorites_syncs_total"]?.samples.map(\.value) == [1])
  }

  @Test("have a bounded number of labels")
  func bounded() throws {
    _ = hub.connectProvider("a", serving: [.artistsSearch])
    let client = hub.connectClient()
    for number in 0..<100 {
      _ = client.reply(to: client.call(Method(rawValue: "made.up\(number)")))
      client.cancel(client.call(.artistsSearch) { $0.text = "text \(number)" })
    }
    let count = try metrics(client).values.reduce(0) { $0 + $1.samples.count }
    #expect(count < 40)
  }
}
