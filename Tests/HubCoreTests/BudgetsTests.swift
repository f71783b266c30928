import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Budgets of sources")
struct BudgetsTests {
  static let host = "api.example.org"

  let hub = HubDriver()
  let client: ModelClient

  init() { client = hub.connectClient() }

  /// A provider whose searches cost so many requests of so many a minute.
  func connect(
    _ name: String = "a",
    cost: Int = 1,
    requests: Int?,
    perMs: Int = 60_000,
    inflight: Int = 8
  ) -> ModelProvider {
    hub.connectProvider(name, serving: [.searchArtists]) {
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
    client.call(.searchArtists, timeoutMs: timeoutMs) {
      $0.text = text
      $0.waitMs = waitMs
      $0.providers = provider.map { [ProviderID(rawValue: $0)!] }
    }
  }

  func answer(_ provider: ModelProvider, _ call: ReceivedCall?, spent: Int?) {
    provider.answer(call, [], spent: spent.map { [BudgetsTests.host: $0] })
  }

  @Test("a call is granted what its method costs, and one more while there is plenty")
  func grant() throws {
    let a = connect(cost: 2, requests: 10)
    search("one")
    #expect(a.takeCall()?.parameters.grant == [BudgetsTests.host: 3])
    search("two")
    #expect(a.takeCall()?.parameters.grant == [BudgetsTests.host: 2])
  }

  @Test("without a declared budget a call is granted its cost and one more")
  func unlimited() {
    let a = connect(cost: 2, requests: nil)
    for number in 0..<8 { search("\(number)") }
    #expect(a.takeCalls().allSatisfy { $0.parameters.grant == [BudgetsTests.host: 3] })
  }

  @Test("without a cost nothing is granted, and nothing limits")
  func noCost() {
    let a = hub.connectProvider("a", serving: [.searchArtists]) {
      $0.budgets = [BudgetsTests.host: .init(requests: 1, perMs: 60_000)]
    }
    for number in 0..<8 { search("\(number)") }
    let calls = a.takeCalls()
    #expect(calls.count == 8)
    #expect(calls.allSatisfy { $0.parameters.grant == nil })
  }

  @Test(
    "what the budget does not allow within the time of the call is told at once, with when to return"
  )
  func exhausted() throws {
    let a = connect(requests: 2)
    for number in 0..<2 {
      search("\(number)")
      answer(a, a.takeCall(), spent: 1)
      hub.advance(1_000)
    }
    let refused = try #require(client.answer(to: search("more")))
    #expect(refused.code == .sourcesFailed)
    #expect(refused.outcomes == "a: rate-limited")
    #expect(refused.sources.first?.error?.code == .upstreamRateLimited)
    #expect(refused.failure?.retryAfterMs == 58_000)
    hub.advance(57_999)
    #expect(client.answer(to: search("still")) == nil)
    #expect(a.takeCalls().isEmpty)
    hub.advance(1)
    #expect(a.takeCalls().map(\.parameters.text) == ["still"])
  }

  @Test("a question waits for the budget as long as its time allows")
  func waits() throws {
    let a = connect(requests: 1)
    search("one")
    answer(a, a.takeCall(), spent: 1)
    hub.advance(55_000)
    let waiting = search("two")
    #expect(a.takeCalls().isEmpty)
    hub.advance(4_999)
    #expect(a.takeCalls().isEmpty)
    hub.advance(1)
    let question = try #require(a.takeCall())
    #expect(question.timeoutMs == 4_500)
    answer(a, question, spent: 1)
    #expect(client.answer(to: waiting)?.outcomes == "a: empty")
  }

  @Test("what is not spent is given back, and those who wait go on with it", arguments: [0, nil])
  func givenBack(spent: Int?) {
    let a = connect(requests: 1)
    search("one")
    search("two")
    let first = a.takeCall()
    answer(a, first, spent: spent)
    #expect(a.takeCall()?.parameters.text == "two")
  }

  @Test("a budget is shared by all providers that declare it; the smallest counts")
  func shared() {
    let a = connect("a", requests: 100)
    let b = connect("b", requests: 2)
    search("one", of: "a")
    answer(a, a.takeCall(), spent: 2)
    let refused = search("one", of: "b")
    #expect(client.answer(to: refused)?.outcomes == "b: rate-limited")
    #expect(b.takeCalls().isEmpty)
  }

  @Test("what one provider gives back, another that waits may use")
  func givenToAnother() {
    let a = connect("a", requests: 1)
    let b = connect("b", requests: 1)
    search("one", of: "a")
    search("one", of: "b")
    #expect(b.takeCalls().isEmpty)
    answer(a, a.takeCall(), spent: 0)
    #expect(b.takeCalls().count == 1)
  }

  @Test("what a lost provider has spent nobody knows: it counts as all that was granted")
  func lost() {
    let a = connect(requests: 1)
    search("one", waitMs: 0)
    _ = a.takeCalls()
    a.exit()
    a.spawn()
    a.hello()
    #expect(a.takeCalls().isEmpty)
    #expect(client.answer(to: search("two"))?.outcomes == "a: rate-limited")
  }

  @Test("a provider that lost its session may go on asking, until the time of the call is over")
  func lostSession() {
    let a = connect(requests: 1)
    search("one", timeoutMs: 20_000)
    #expect(a.takeCalls().count == 1)
    hub.handle(.disconnected(a.peer))
    a.reconnect()
    a.hello()
    hub.advance(61_000)
    #expect(client.answer(to: search("two"))?.outcomes == "a: rate-limited")
    hub.advance(18_000)
    search("three")
    #expect(a.takeCalls().count == 1)
  }

  @Test("a question that was cancelled keeps its reservation until it has ended")
  func cancelled() {
    let a = connect(requests: 1)
    let call = search("one")
    client.cancel(call)
    let question = a.takeCall()
    search("two")
    #expect(a.takeCalls().isEmpty)
    var failure = Failure(.cancelled, "It was cancelled.")
    failure.spent = [:]
    a.say(Header(type: .error, re: question?.id, sid: a.sid), failure)
    #expect(a.takeCalls().count == 1)
  }

  @Test("a provider that spent more than it was granted is charged for it")
  func overspent() {
    let a = connect(requests: 4)
    search("one")
    answer(a, a.takeCall(), spent: 4)
    #expect(client.answer(to: search("two"))?.outcomes == "a: rate-limited")
  }

  @Test("a question that waits for the budget until its time is over is rate-limited, not late")
  func waitedInVain() throws {
    let a = connect(requests: 1)
    search("one", timeoutMs: 60_000)
    let waiting = search("two", timeoutMs: 1_000)
    hub.advance(1_000)
    let answer = try #require(client.answer(to: waiting))
    #expect(answer.outcomes == "a: rate-limited")
    #expect(answer.code == .sourcesFailed)
    #expect(a.takeCalls().count == 1)
  }

  @Test("nor does it wait on when others have answered")
  func noLongerAwaited() {
    let a = connect(requests: 1)
    let b = hub.connectProvider("b", serving: [.searchArtists])
    search("one", of: "a", timeoutMs: 60_000)
    let call = search("two", waitMs: 500)
    b.answer(b.takeCall(), artist("b:artist:1", name: "Nina"))
    hub.advance(500)
    #expect(client.answer(to: call)?.outcomes == "a: rate-limited, b: ok")
    answer(a, a.takeCall(), spent: 0)
    #expect(a.takeCalls().isEmpty)
  }

  @Test("a source that refuses is left alone, for as long as it says", arguments: [9_000, nil])
  func coolDown(retryAfterMs: Int?) throws {
    let a = connect("a", requests: nil)
    let b = connect("b", requests: nil)
    search("one", of: "a")
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: retryAfterMs)
    hub.advance(1_000)
    let refused = search("two", of: "b", timeoutMs: 2_000)
    let answer = try #require(client.answer(to: refused))
    #expect(answer.outcomes == "b: rate-limited")
    #expect(answer.failure?.retryAfterMs == (retryAfterMs ?? 60_000) - 1_000)
    hub.advance((retryAfterMs ?? 60_000) - 1_000)
    search("three", of: "b")
    #expect(b.takeCalls().count == 1)
  }

  @Test("a source that refuses is not asked by those who wait for a place either")
  func coolDownForWaiting() {
    let a = connect("a", requests: nil, inflight: 1)
    search("one")
    let waiting = search("two")
    a.fail(a.takeCall(), .upstreamRateLimited, retryAfterMs: 30_000)
    #expect(a.takeCalls().isEmpty)
    #expect(client.answer(to: waiting)?.outcomes == "a: rate-limited")
  }

  @Test("what was made before a budget was declared counts")
  func declaredLater() {
    let a = connect("a", requests: nil)
    search("one", of: "a")
    answer(a, a.takeCall(), spent: 2)
    hub.advance(1_000)
    _ = connect("b", requests: 2)
    #expect(client.answer(to: search("two", of: "b"))?.outcomes == "b: rate-limited")
  }

  @Test("upstreams do not hold up each other")
  func otherUpstream() {
    let a = hub.connectProvider("a", serving: [.searchArtists, .searchAlbums]) {
      $0.methods["artists.search"]?.cost = ["one.org": 1]
      $0.methods["albums.search"]?.cost = ["two.org": 1]
      $0.budgets = ["one.org": .init(requests: 1, perMs: 60_000)]
    }
    search("one")
    search("two")
    client.call(.searchAlbums) { $0.text = "three" }
    #expect(a.takeCalls().map(\.parameters.text) == ["one", "three"])
  }

  @Test("a call of two upstreams that waits for one does not block calls that need only the other")
  func onlyRefusingUpstreamBlocks() {
    let a = hub.connectProvider("a", serving: [.searchArtists, .searchAlbums, .searchSongs]) {
      $0.methods["artists.search"]?.cost = ["one.org": 1]
      $0.methods["albums.search"]?.cost = ["one.org": 1, "two.org": 1]
      $0.methods["songs.search"]?.cost = ["two.org": 1]
      $0.budgets = [
        "one.org": .init(requests: 1, perMs: 5_000), "two.org": .init(requests: 9, perMs: 5_000),
      ]
    }
    search("one")
    #expect(a.takeCalls().count == 1)
    client.call(.searchAlbums) { $0.text = "both" }
    client.call(.searchSongs) { $0.text = "other" }
    #expect(a.takeCalls().map(\.parameters.text) == ["other"])
  }

  @Test("a queued call that is cancelled no longer holds back a cheaper one")
  func cancelledWhileQueued() {
    let a = hub.connectProvider("a", serving: [.searchArtists, .searchAlbums]) {
      $0.methods["artists.search"]?.cost = [BudgetsTests.host: 1]
      $0.methods["albums.search"]?.cost = [BudgetsTests.host: 3]
      $0.budgets = [BudgetsTests.host: .init(requests: 3, perMs: 5_000)]
    }
    search("one")
    #expect(a.takeCalls().count == 1)
    let costly = client.call(.searchAlbums) { $0.text = "costly" }
    search("cheap")
    #expect(a.takeCalls().isEmpty)
    client.cancel(costly)
    #expect(a.takeCalls().map(\.parameters.text) == ["cheap"])
  }

  @Test("more than the whole budget is never granted")
  func costly() {
    let a = connect(cost: 9, requests: 3)
    search("one")
    #expect(a.takeCall()?.parameters.grant == [BudgetsTests.host: 3])
  }

  @Test("a budget of many requests is kept as exactly as one of few")
  func many() {
    let a = connect(requests: 700, perMs: 3_600_000)
    for number in 0..<700 {
      search("\(number)")
      answer(a, a.takeCall(), spent: 1)
      hub.advance(1)
    }
    #expect(client.answer(to: search("more"))?.outcomes == "a: rate-limited")
    hub.advance(3_580_000)
    #expect(client.answer(to: search("more"))?.outcomes == "a: rate-limited")
    hub.advance(20_000)
    search("more")
    #expect(a.takeCalls().count == 1)
  }

  @Test("over any time no more is granted than the budget, whatever is spent", arguments: 0..<20)
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
        answer(a, call, spent: used)
        open += a.takeCalls()
      }
    }
    #expect(spendings.reduce(0) { $0 + $1.count } > 100)
  }
}
