import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The request budget of a provider that is not trusted with an upstream")
struct UntrustedBudgetsTests {
  static let host = BudgetsTests.host
  static let yearMs = 31_536_000_000
  static let untrusted = ProviderTrust.approved(["other.example.org"])

  let hub = HubDriver { $0.storesBudgets = true }
  let client: ModelClient

  init() {
    hub.handle(.clockSet(unixMs: StoredBudgetsTests.unixMs))
    hub.handle(.budgetsLoaded([]))
    client = hub.connectClient()
  }

  private func connect(
    _ name: String,
    _ trust: ProviderTrust,
    requests: Int?,
    perMs: Int = 60_000,
    on hub: HubDriver? = nil
  ) -> ModelProvider {
    (hub ?? self.hub).connectProvider(name, serving: [.artistsSearch], trust: trust) {
      $0.methods["artists.search"]?.cost = [Self.host: 1]
      $0.budgets = requests.map { [Self.host: .init(requests: $0, perMs: perMs)] } ?? [:]
    }
  }

  /// Searches with one provider; returns its outcome, or `nil` if it is called.
  private func search(_ provider: ModelProvider, spent: Int? = 1, by client: ModelClient? = nil)
    -> String?
  {
    let client = client ?? self.client
    let call = client.call(.artistsSearch) {
      $0.text = "search \(hub.newNumber())"
      $0.providers = [provider.id]
    }
    let received = provider.takeCalls().first
    if let received {
      provider.reply(to: received, [], spent: spent.map { [Self.host: $0] })
    }
    let outcomes = client.reply(to: call)?.outcomes
    return received == nil ? outcomes : nil
  }

  @Test("limits only itself: one request a year stops no bundled provider")
  func oneAYear() {
    let a = connect("a", Self.untrusted, requests: 1, perMs: Self.yearMs)
    let b = connect("b", .bundled, requests: 20)
    let c = connect("c", .bundled, requests: 20)
    #expect(search(a) == nil)
    #expect(search(a) == "a: rate-limited")
    for _ in 0..<9 {
      #expect(search(b) == nil)
      #expect(search(c) == nil)
    }
    hub.advance(120_000)
    #expect(search(a) == "a: rate-limited")
    #expect(search(b) == nil)
  }

  @Test("gives it no more than the budget of the trusted ones leaves")
  func leaves() {
    let a = connect("a", Self.untrusted, requests: 100)
    let b = connect("b", .bundled, requests: 3)
    #expect(search(b) == nil)
    #expect(search(a) == nil)
    #expect(search(a) == nil)
    #expect(search(a) == "a: rate-limited")
    #expect(search(b) == "b: rate-limited")
    hub.advance(60_000)
    #expect(search(a) == nil)
  }

  @Test("grants the smaller of both: neither counts a request that the other refuses")
  func smaller() {
    let a = hub.connectProvider("a", serving: [.artistsSearch], trust: Self.untrusted) {
      $0.methods["artists.search"]?.cost = [Self.host: 5]
      $0.budgets = [Self.host: .init(requests: 2, perMs: 60_000)]
    }
    let b = connect("b", .bundled, requests: 20)
    client.call(.artistsSearch) { ($0.text, $0.providers) = ("one", [a.id]) }
    let call = a.takeCall()
    #expect(call?.parameters.grant == [Self.host: 2])
    a.reply(to: call, [], spent: [:])
    for _ in 0..<20 { #expect(search(b) == nil) }
    #expect(search(b) == "b: rate-limited")
  }

  @Test("counts requests beyond its grants only for itself")
  func overspent() {
    let a = connect("a", Self.untrusted, requests: 100)
    let b = connect("b", .bundled, requests: 20)
    #expect(search(a, spent: 1_000) == nil)
    #expect(search(a) == "a: rate-limited")
    #expect(search(b) == nil)
  }

  @Test("has a cool-down of its own, and observes that of the trusted ones")
  func coolDown() {
    let a = connect("a", Self.untrusted, requests: nil)
    let b = connect("b", .bundled, requests: nil)
    client.call(.artistsSearch) { ($0.text, $0.providers) = ("one", [a.id]) }
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: 90_000)
    #expect(search(a) == "a: rate-limited")
    #expect(search(b) == nil)
    hub.advance(90_000)
    #expect(search(a) == nil)
    client.call(.artistsSearch) { ($0.text, $0.providers) = ("two", [b.id]) }
    b.fail(b.takeCall(), .upstreamRateLimited, retryAfterMs: 90_000)
    #expect(search(a) == "a: rate-limited")
    #expect(search(b) == "b: rate-limited")
  }

  @Test("limits all once the user has approved its host, and a restart has applied that")
  func approved() throws {
    let a = connect("a", Self.untrusted, requests: 1, perMs: Self.yearMs)
    let b = connect("b", .bundled, requests: 20)
    #expect(search(b) == nil)
    #expect(try status(of: "a").unapprovedBudgets?.keys.sorted() == [Self.host])
    hub.listing.found[0].trust = .approved([Self.host])
    hub.handle(.providersFound(hub.listing))
    #expect(hub.stops == [a.id])
    #expect(search(b) == nil)
    a.exit()
    a.spawn()
    a.hello()
    #expect(try status(of: "a").unapprovedBudgets == nil)
    #expect(search(b) == "b: rate-limited")
    hub.listing.found.removeFirst()
    hub.handle(.providersFound(hub.listing))
    a.exit()
    #expect(search(b) == nil)
  }

  @Test("is still its own after a restart of the hub")
  func stored() {
    let a = connect("a", Self.untrusted, requests: 1, perMs: Self.yearMs)
    #expect(search(a) == nil)
    let scopes = [BudgetScope(Self.host), BudgetScope(Self.host, only: a.id)]
    #expect(hub.budgets.map(\.scope) == scopes)
    #expect(hub.budgets.map { $0.spent.map(\.count) } == [[1], [1]])
    let after = HubDriver { $0.storesBudgets = true }
    after.handle(.clockSet(unixMs: StoredBudgetsTests.unixMs + 3_600_000))
    after.handle(.budgetsLoaded(hub.budgets))
    let client = after.connectClient()
    let again = connect("a", Self.untrusted, requests: 1, perMs: Self.yearMs, on: after)
    let b = connect("b", .bundled, requests: 1, on: after)
    #expect(search(again, by: client) == "a: rate-limited")
    #expect(search(b, by: client) == nil)
  }

  @Test("is shown beside that of the others: the one with the fewest requests left")
  func shown() throws {
    let a = connect("a", Self.untrusted, requests: 1, perMs: Self.yearMs)
    let b = connect("b", .bundled, requests: 20)
    #expect(search(a) == nil)
    #expect(try status(of: "a").budgets?[Self.host]?.left == 0)
    #expect(try status(of: "b").budgets?[Self.host]?.left == 19)
    #expect(search(b) == nil)
    let metrics = try #require(client.reply(to: client.call(.hubMetrics))?.done?.metrics)
    let samples = try #require(metrics.first { $0.name == "musicbus_budget_requests" }?.samples)
    let labels = [["upstream": Self.host], ["upstream": Self.host, "provider": "a"]]
    #expect(samples.map(\.labels) == labels)
    #expect(samples.map(\.value) == [20, 1])
  }

  private func status(of name: String) throws -> ProviderStatus {
    let done = client.reply(to: client.call(.providersList))?.done
    return try #require(done?.providers?.first { $0.id.rawValue == name })
  }
}
