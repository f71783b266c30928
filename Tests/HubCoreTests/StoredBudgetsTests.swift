import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("Request budgets across restarts of the hub")
struct StoredBudgetsTests {
  static let host = BudgetsTests.host
  static let unixMs = 1_700_000_000_000

  /// A hub with a client and a provider that allows three requests a minute.
  struct Restart {
    let hub = HubDriver { $0.storesBudgets = true }
    let client: ModelClient
    let provider: ModelProvider

    init(unixMs: Int? = StoredBudgetsTests.unixMs) {
      if let unixMs { hub.handle(.clockSet(unixMs: unixMs)) }
      client = hub.connectClient()
      provider = hub.connectProvider("a", serving: [.artistsSearch, .albumsSearch]) {
        $0.methods["artists.search"]?.cost = [host: 1]
        $0.methods["albums.search"]?.cost = [:]
        $0.budgets = [host: .init(requests: 3, perMs: 60_000)]
      }
    }

    @discardableResult
    func search(_ text: String, _ method: Method = .artistsSearch) -> String {
      client.call(method) { $0.text = text }
    }

    func reply(to call: String) -> CallReply? { client.reply(to: call) }

    /// Spends one request, and leaves another one reserved.
    func spend() {
      search("one")
      provider.reply(to: provider.takeCall(), [], spent: [host: 1])
      hub.advance(1_000)
      search("two")
      #expect(provider.takeCall() != nil)
    }

    var left: Int? { hub.budgets.first { $0.upstream == host }.map { 3 - $0.total } }
  }

  @Test("are stored with spent and reserved requests")
  func stored() throws {
    let before = Restart()
    before.hub.handle(.budgetsLoaded([]))
    before.spend()
    let budget = try #require(before.hub.budgets.first)
    #expect(budget.upstream == Self.host)
    #expect(budget.windowMs == 60_000)
    #expect(budget.spent == [.init(atMs: Self.unixMs, count: 1)])
    #expect(budget.reserved == 1)
    #expect(budget.closedUntilMs == nil)
  }

  @Test("limit the next hub until their window ends; reserved requests count as spent")
  func restored() throws {
    let before = Restart()
    before.hub.handle(.budgetsLoaded([]))
    before.spend()
    let after = Restart(unixMs: Self.unixMs + 10_000)
    after.hub.handle(.budgetsLoaded(before.hub.budgets))
    after.search("three")
    let call = after.provider.takeCall()
    #expect(call?.parameters.grant == [Self.host: 1])
    after.provider.reply(to: call, [], spent: [Self.host: 1])
    let refused = try #require(after.reply(to: after.search("four")))
    #expect(refused.outcomes == "a: rate-limited")
    #expect(refused.failure?.retryAfterMs == 50_000)
    after.hub.advance(50_000)
    after.search("five")
    #expect(after.provider.takeCall() != nil)
  }

  @Test("include the cool-down of an upstream")
  func coolDown() throws {
    let before = Restart()
    before.hub.handle(.budgetsLoaded([]))
    before.search("one")
    before.provider.fail(before.provider.takeCall(), .upstreamRateLimited, retryAfterMs: 120_000)
    let after = Restart(unixMs: Self.unixMs + 30_000)
    after.hub.handle(.budgetsLoaded(before.hub.budgets))
    let refused = try #require(after.reply(to: after.search("two")))
    #expect(refused.failure?.retryAfterMs == 90_000)
  }

  @Test("include a ban of a day, and no more than seven days of a longer one")
  func ban() throws {
    for (retryAfterMs, leftMs) in [(86_400_000, 82_800_000), (700_000_000, 601_200_000)] {
      let before = Restart()
      before.hub.handle(.budgetsLoaded([]))
      before.search("one")
      let call = before.provider.takeCall()
      before.provider.fail(call, .upstreamRateLimited, retryAfterMs: retryAfterMs)
      let after = Restart(unixMs: Self.unixMs + 3_600_000)
      after.hub.handle(.budgetsLoaded(before.hub.budgets))
      let refused = try #require(after.reply(to: after.search("two")))
      #expect(refused.failure?.retryAfterMs == leftMs)
    }
  }

  @Test("are awaited by calls with a cost, and by no others")
  func awaited() {
    let after = Restart()
    after.search("one")
    after.search("one", .albumsSearch)
    #expect(after.provider.takeCalls().map(\.method) == [.albumsSearch])
    after.hub.handle(.budgetsLoaded([]))
    #expect(after.provider.takeCalls().map(\.method) == [.artistsSearch])
  }

  @Test("are awaited for 100 ms, and used if they arrive later")
  func late() throws {
    let after = Restart()
    after.search("one")
    after.hub.advance(99)
    #expect(after.provider.takeCalls().isEmpty)
    after.hub.advance(1)
    #expect(after.provider.takeCalls().count == 1)
    #expect(after.hub.budgets.isEmpty)
    let spent = [StoredBudget.Spending(atMs: Self.unixMs, count: 2)]
    after.hub.handle(
      .budgetsLoaded([StoredBudget(BudgetScope(Self.host), windowMs: 60_000, spent: spent)])
    )
    after.search("two")
    #expect(after.provider.takeCalls().isEmpty)
    #expect(after.left == -1)
  }

  @Test("a clock that was set back makes them strict for one window, and never longer")
  func clockSetBack() throws {
    let before = Restart()
    before.hub.handle(.budgetsLoaded([]))
    before.spend()
    before.search("three")
    before.provider.fail(before.provider.takeCall(), .upstreamRateLimited)
    let after = Restart(unixMs: Self.unixMs - 86_400_000)
    after.hub.handle(.budgetsLoaded(before.hub.budgets))
    #expect(after.reply(to: after.search("four"))?.outcomes == "a: rate-limited")
    after.hub.advance(3_600_000)
    after.search("five")
    #expect(after.provider.takeCall() != nil)
  }

  @Test("a clock that is set stores them again")
  func clockSet() throws {
    let before = Restart()
    before.hub.handle(.budgetsLoaded([]))
    before.spend()
    before.hub.handle(.clockSet(unixMs: Self.unixMs + 5_000_000))
    #expect(before.hub.budgets.first?.spent == [.init(atMs: Self.unixMs + 4_999_000, count: 1)])
  }

  @Test("any numbers in the file are survived", arguments: [Int.min, -1, 0, 1, Int.max])
  func numbers(_ number: Int) {
    let after = Restart()
    let budget = StoredBudget(
      BudgetScope(Self.host),
      windowMs: number,
      spent: [.init(atMs: number, count: number)],
      reserved: number,
      closedUntilMs: number,
      closedForMs: number
    )
    _ = budget.isExpired(at: Self.unixMs)
    after.hub.handle(.budgetsLoaded([budget, budget]))
    let call = after.search("one")
    let hasReply = after.reply(to: call) != nil
    #expect(hasReply == after.provider.takeCalls().isEmpty)
  }

  @Test("without a clock they are not used")
  func noClock() {
    let after = Restart(unixMs: nil)
    let spent = [StoredBudget.Spending(atMs: Self.unixMs, count: 3)]
    after.hub.handle(
      .budgetsLoaded([StoredBudget(BudgetScope(Self.host), windowMs: 60_000, spent: spent)])
    )
    after.search("one")
    #expect(after.provider.takeCall() != nil)
    #expect(after.hub.budgets.isEmpty)
  }
}

extension StoredBudget {
  fileprivate var total: Int { spent.reduce(reserved) { $0 + $1.count } }
}
