import BusProtocol
import HubCore
import MusicModel
import TestKit
import Testing

@Suite("A request budget")
struct BudgetsTests {
  static let host = "api.example.org"

  let hub = HubDriver()
  let client: ModelClient

  init() { client = hub.connectClient() }

  /// A provider whose searches cost `cost` requests of a budget.
  func connect(
    _ name: String = "a",
    cost: Int = 1,
    requests: Int?,
    perMs: Int = 60_000,
    inflight: Int = 8
  ) -> ModelProvider {
    hub.connectProvider(name, serving: [.artistsSearch]) {
      $0.inflight = inflight
      $0.methods["artists.search"]?.cost = [BudgetsTests.host: cost]
      $0.budgets = requests.map { [BudgetsTests.host: .init(requests: $0, perMs: perMs)] } ?? [:]
    }
  }

  @discardableResult
  func search(
    _ text: String,
    of provider: String? = nil,
    timeoutMs: Int? = nil,
    waitMs: Int? = nil
  ) -> String {
    client.call(.artistsSearch, timeoutMs: timeoutMs) {
      $0.text = text
      $0.waitMs = waitMs
      $0.providers = provider.map { [ProviderID(rawValue: $0)!] }
    }
  }

  func reply(_ provider: ModelProvider, _ call: ReceivedCall?, spent: Int?) {
    provider.reply(to: call, [], spent: spent.map { [BudgetsTests.host: $0] })
  }

  @Test("grants the cost of the method, and one more request while enough is left")
  func grant() throws {
    let a = connect(cost: 2, requests: 10)
    search("one")
    #expect(a.takeCall()?.parameters.grant == [BudgetsTests.host: 3])
    search("two")
    #expect(a.takeCall()?.parameters.grant == [BudgetsTests.host: 2])
  }

  @Test("grants the cost and one more request if no budget is declared")
  func unlimited() {
    let a = connect(cost: 2, requests: nil)
    for number in 0..<8 { search("\(number)") }
    let calls = a.takeCalls()
    #expect(calls.count == 8)
    #expect(calls.containsOnly { $0.parameters.grant == [BudgetsTests.host: 3] })
  }

  @Test("neither grants nor limits requests if no cost is declared")
  func noCost() {
    let a = hub.connectProvider("a", serving: [.artistsSearch]) {
      $0.budgets = [BudgetsTests.host: .init(requests: 1, perMs: 60_000)]
    }
    for number in 0..<8 { search("\(number)") }
    let calls = a.takeCalls()
    #expect(calls.count == 8)
    #expect(calls.containsOnly { $0.parameters.grant == nil })
  }

  @Test(
    "fails a call immediately, with a retry time, if the call cannot be served before its deadline"
  )
  func exhausted() throws {
    let a = connect(requests: 2)
    for number in 0..<2 {
      search("\(number)")
      reply(a, a.takeCall(), spent: 1)
      hub.advance(1_000)
    }
    let refused = try #require(client.reply(to: search("more")))
    #expect(refused.code == .sourcesFailed)
    #expect(refused.outcomes == "a: rate-limited")
    #expect(refused.sources.first?.error?.code == .upstreamRateLimited)
    #expect(refused.failure?.retryAfterMs == 58_000)
    hub.advance(57_999)
    #expect(client.reply(to: search("still")) == nil)
    #expect(a.takeCalls().isEmpty)
    hub.advance(1)
    #expect(a.takeCalls().map(\.parameters.text) == ["still"])
  }

  @Test("queues a call that can be served before its deadline")
  func waits() throws {
    let a = connect(requests: 1)
    search("one")
    reply(a, a.takeCall(), spent: 1)
    hub.advance(55_000)
    let waiting = search("two")
    #expect(a.takeCalls().isEmpty)
    hub.advance(4_999)
    #expect(a.takeCalls().isEmpty)
    hub.advance(1)
    let providerCall = try #require(a.takeCall())
    #expect(providerCall.timeoutMs == 4_500)
    reply(a, providerCall, spent: 1)
    #expect(client.reply(to: waiting)?.outcomes == "a: empty")
  }

  @Test("is refunded the unspent rest of a grant, which serves queued calls", arguments: [0, nil])
  func givenBack(spent: Int?) {
    let a = connect(requests: 1)
    search("one")
    search("two")
    let first = a.takeCall()
    reply(a, first, spent: spent)
    #expect(a.takeCall()?.parameters.text == "two")
  }

  @Test("is shared by all providers that declare it; the smallest applies")
  func shared() {
    let a = connect("a", requests: 100)
    let b = connect("b", requests: 2)
    search("one", of: "a")
    reply(a, a.takeCall(), spent: 2)
    let refused = search("one", of: "b")
    #expect(client.reply(to: refused)?.outcomes == "b: rate-limited")
    #expect(b.takeCalls().isEmpty)
  }

  @Test("refunds requests of one provider to another one")
  func givenToAnother() {
    let a = connect("a", requests: 1)
    let b = connect("b", requests: 1)
    search("one", of: "a")
    search("one", of: "b")
    #expect(b.takeCalls().isEmpty)
    reply(a, a.takeCall(), spent: 0)
    #expect(b.takeCalls().count == 1)
  }

  /// A budget of which `b` allows one request only, for which a call of `a` waits.
  private func waitForSmallest() -> (a: ModelProvider, b: ModelProvider) {
    let a = connect("a", requests: 100)
    let b = connect("b", requests: 1)
    search("one", of: "a")
    reply(a, a.takeCall(), spent: 1)
    hub.advance(55_000)
    search("two", of: "a")
    #expect(a.takeCalls().isEmpty)
    return (a, b)
  }

  @Test("serves queued calls when the provider that limited it is removed")
  func providerRemoved() {
    let (a, b) = waitForSmallest()
    b.exit(ProviderExit(reason: "exited with status 78", isFinal: true))
    hub.listing.found.removeAll { $0.manifest.id == b.id }
    hub.handle(.providersFound(hub.listing))
    #expect(a.takeCalls().map(\.parameters.text) == ["two"])
  }

  @Test("serves queued calls when a provider declares a larger one")
  func raised() {
    let (a, b) = waitForSmallest()
    b.exit()
    b.descriptor.budgets = [BudgetsTests.host: .init(requests: 100, perMs: 60_000)]
    b.spawn()
    b.hello()
    #expect(a.takeCalls().map(\.parameters.text) == ["two"])
  }

  @Test("is charged the whole grant of a provider that was lost")
  func lost() {
    let a = connect(requests: 1)
    search("one", waitMs: 0)
    _ = a.takeCalls()
    a.exit()
    a.spawn()
    a.hello()
    #expect(a.takeCalls().isEmpty)
    #expect(client.reply(to: search("two"))?.outcomes == "a: rate-limited")
  }

  @Test("remains reserved until the deadline of a call whose provider lost its session")
  func lostSession() {
    let a = connect(requests: 1)
    search("one", timeoutMs: 20_000)
    #expect(a.takeCalls().count == 1)
    hub.handle(.disconnected(a.peer))
    a.reconnect()
    a.hello()
    hub.advance(61_000)
    #expect(client.reply(to: search("two"))?.outcomes == "a: rate-limited")
    hub.advance(18_000)
    search("three")
    #expect(a.takeCalls().count == 1)
  }

  @Test("is reserved for a cancelled call until the provider has ended it")
  func cancelled() {
    let a = connect(requests: 1)
    let call = search("one")
    client.cancel(call)
    let providerCall = a.takeCall()
    search("two")
    #expect(a.takeCalls().isEmpty)
    var failure = Failure(.cancelled, "It was cancelled.")
    failure.spent = [:]
    a.say(Header(type: .error, re: providerCall?.id, sid: a.sid), failure)
    #expect(a.takeCalls().count == 1)
  }

  @Test("is charged for requests beyond the grant")
  func overspent() {
    let a = connect(requests: 4)
    search("one")
    reply(a, a.takeCall(), spent: 4)
    #expect(client.reply(to: search("two"))?.outcomes == "a: rate-limited")
  }

  @Test("reports a call that is queued until its deadline as rate limited, not as late")
  func waitedInVain() throws {
    let a = connect(requests: 1)
    search("one", timeoutMs: 60_000)
    let waiting = search("two", timeoutMs: 1_000)
    hub.advance(1_000)
    let reply = try #require(client.reply(to: waiting))
    #expect(reply.outcomes == "a: rate-limited")
    #expect(reply.code == .sourcesFailed)
    #expect(a.takeCalls().count == 1)
  }

  @Test("is not used during the cool-down that the upstream demands", arguments: [9_000, nil])
  func coolDown(retryAfterMs: Int?) throws {
    let a = connect("a", requests: nil)
    let b = connect("b", requests: nil)
    search("one", of: "a")
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: retryAfterMs)
    hub.advance(1_000)
    let refused = search("two", of: "b", timeoutMs: 2_000)
    let reply = try #require(client.reply(to: refused))
    #expect(reply.outcomes == "b: rate-limited")
    #expect(reply.failure?.retryAfterMs == (retryAfterMs ?? 60_000) - 1_000)
    hub.advance((retryAfterMs ?? 60_000) - 1_000)
    search("three", of: "b")
    #expect(b.takeCalls().count == 1)
  }

  @Test("is not used during the cool-down by queued calls either")
  func coolDownForWaiting() {
    let a = connect("a", requests: nil, inflight: 1)
    search("one")
    let waiting = search("two")
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: 30_000)
    #expect(a.takeCalls().isEmpty)
    #expect(client.reply(to: waiting)?.outcomes == "a: rate-limited")
  }

  @Test("includes requests made before it was declared")
  func declaredLater() {
    let a = connect("a", requests: nil)
    search("one", of: "a")
    reply(a, a.takeCall(), spent: 2)
    hub.advance(1_000)
    _ = connect("b", requests: 2)
    #expect(client.reply(to: search("two", of: "b"))?.outcomes == "b: rate-limited")
  }

  @Test("of one upstream does not delay calls to another")
  func otherUpstream() {
    let a = hub.connectProvider("a", serving: [.artistsSearch, .albumsSearch]) {
      $0.methods["artists.search"]?.cost = ["one.org": 1]
      $0.methods["albums.search"]?.cost = ["two.org": 1]
      $0.budgets = ["one.org": .init(requests: 1, perMs: 60_000)]
    }
    search("one")
    search("two")
    client.call(.albumsSearch) { $0.text = "three" }
    #expect(a.takeCalls().map(\.parameters.text) == ["one", "three"])
  }

  @Test("of one upstream does not block calls that need only the other")
  func onlyRefusingUpstreamBlocks() {
    let a = hub.connectProvider("a", serving: [.artistsSearch, .albumsSearch, .songsSearch]) {
      $0.methods["artists.search"]?.cost = ["one.org": 1]
      $0.methods["albums.search"]?.cost = ["one.org": 1, "two.org": 1]
      $0.methods["songs.search"]?.cost = ["two.org": 1]
      $0.budgets = [
        "one.org": .init(requests: 1, perMs: 5_000), "two.org": .init(requests: 9, perMs: 5_000),
      ]
    }
    search("one")
    #expect(a.takeCalls().count == 1)
    client.call(.albumsSearch) { $0.text = "both" }
    client.call(.songsSearch) { $0.text = "other" }
    #expect(a.takeCalls().map(\.parameters.text) == ["other"])
  }

  @Test("is available to a cheaper call when a queued call is cancelled")
  func cancelledWhileQueued() {
    let a = hub.connectProvider("a", serving: [.artistsSearch, .albumsSearch]) {
      $0.methods["artists.search"]?.cost = [BudgetsTests.host: 1]
      $0.methods["albums.search"]?.cost = [BudgetsTests.host: 3]
      $0.budgets = [BudgetsTests.host: .init(requests: 3, perMs: 5_000)]
    }
    search("one")
    #expect(a.takeCalls().count == 1)
    let costly = client.call(.albumsSearch) { $0.text = "costly" }
    search("cheap")
    #expect(a.takeCalls().isEmpty)
    client.cancel(costly)
    #expect(a.takeCalls().map(\.parameters.text) == ["cheap"])
  }

  @Test("is never exceeded by one grant")
  func costly() {
    let a = connect(cost: 9, requests: 3)
    search("one")
    #expect(a.takeCall()?.parameters.grant == [BudgetsTests.host: 3])
  }

  @Test("is exact for many requests")
  func many() {
    let a = connect(requests: 700, perMs: 3_600_000)
    for number in 0..<700 {
      search("\(number)")
      reply(a, a.takeCall(), spent: 1)
      hub.advance(1)
    }
    #expect(client.reply(to: search("more"))?.outcomes == "a: rate-limited")
    hub.advance(3_580_000)
    #expect(client.reply(to: search("more"))?.outcomes == "a: rate-limited")
    hub.advance(20_000)
    search("more")
    #expect(a.takeCalls().count == 1)
  }

  @Test(
    "is never exceeded in any window, whatever is spent",
    arguments: 0..<LongRun.pick(5, long: 20)
  )
  func neverMore(seed: Int) {
    let a = connect(cost: 2, requests: 7, perMs: 5_000, inflight: 3)
    var random = SeededRandom(seed)
    var spendings: [(at: Int, count: Int)] = []
    var open: [ReceivedCall] = []
    for number in 0..<300 {
      hub.advance(Int(random.next() % 1_000))
      search("\(number)", timeoutMs: 60_000)
      open += a.takeCalls()
      let outstanding = open.reduce(0) { $0 + ($1.parameters.grant?[BudgetsTests.host] ?? 0) }
      let window = spendings.filter { hub.now.milliseconds - $0.at < 5_000 }
      #expect(outstanding + window.reduce(0) { $0 + $1.count } <= 7)
      while let call = open.first, random.next() % 2 == 0 {
        open.removeFirst()
        let granted = call.parameters.grant?[BudgetsTests.host] ?? 0
        let used = Int(random.next() % UInt64(granted + 1))
        spendings.append((hub.now.milliseconds, used))
        reply(a, call, spent: used)
        open += a.takeCalls()
      }
    }
    #expect(spendings.reduce(0) { $0 + $1.count } > 100)
  }
}
