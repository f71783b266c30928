import BusProtocol
import MusicModel

/// How often sources may be asked: one account for each upstream, for all providers and all clients
/// together. A question reserves what it may cost at most; what it did not spend is given back.
struct UpstreamBudgets: Sendable {
  enum Decision: Hashable, Sendable {
    /// So many requests may be made, by upstream.
    case granted([String: Int])
    /// Not now, because of the refusing upstreams. It may be possible at the given time, or, if that is
    /// now, as soon as reserved requests are refunded.
    case notBefore(Instant, refusing: [String])
  }

  /// A question that names more requests than this at one upstream is granted this many.
  private static let costMax = 1_000
  /// For how long a source that limits is left alone, where it does not say, in milliseconds.
  private static let coolDownMs = 60_000
  static let coolDownsMs = 1_000...3_600_000

  private var accounts: [String: UpstreamBudget] = [:]
  private var stored = StoredState.unused
  /// Upstreams whose budgets differ from the stored ones.
  private var changed: Set<String> = []

  /// Whether the budgets of an earlier hub are known.
  private enum StoredState: Hashable, Sendable {
    /// None are stored.
    case unused
    /// Calls with a cost wait for them.
    case awaited
    /// They are used if they still arrive; until then none are stored in their place.
    case late
    case loaded
  }

  /// How one upstream stands.
  struct Figures: Hashable, Sendable {
    let upstream: String
    /// Requests in its time; nothing where no provider that runs declares any.
    let limit: Int?
    /// Made and reserved.
    let used: Int
    let closedMs: Int
  }

  func figures(at now: Instant) -> [Figures] {
    accounts.sorted { $0.key < $1.key }.map { $0.value.figures(of: $0.key, at: now) }
  }

  /// Takes in what a provider's descriptor says of its upstreams.
  mutating func declare(_ budgets: [String: Descriptor.Budget], by provider: ProviderID) {
    for name in accounts.keys where budgets[name] == nil { accounts[name]?.withdraw(provider) }
    for (name, budget) in budgets { accounts[name, default: .init()].declare(budget, by: provider) }
  }

  /// What is left at an upstream that has a budget.
  func status(of name: String, at now: Instant) -> ProviderStatus.Budget? {
    accounts[name]?.status(at: now)
  }

  /// Reserves the cost of a call, at all its upstreams or at none.
  mutating func reserve(_ cost: [String: Int], at now: Instant) -> Decision {
    let cost = cost.mapValues { $0.clamped(to: 0...UpstreamBudgets.costMax) }
    let refusing = cost.filter { accounts[$0.key]?.canReserve($0.value, at: now) == false }
    guard refusing.isEmpty else {
      return .notBefore(earliest(cost, at: now), refusing: refusing.keys.sorted())
    }
    var grant: [String: Int] = [:]
    for (name, count) in cost {
      grant[name] = accounts[name, default: .init()].reserve(count, at: now)
      changed.insert(name)
    }
    return .granted(grant)
  }

  /// The earliest time at which a call may be granted, if all reserved requests are refunded.
  func earliest(_ cost: [String: Int], at now: Instant) -> Instant {
    cost.compactMap { accounts[$0.key]?.earliest($0.value, at: now) }.max() ?? now
  }

  /// Refunds the rest of a grant; if it is unknown what was spent, all of it counts as spent.
  mutating func settle(_ grant: [String: Int], spent: [String: Int]?, at now: Instant) {
    for (name, count) in grant {
      let used = spent.map { ($0[name] ?? 0).clamped(to: 0...UpstreamBudgets.costMax) } ?? count
      accounts[name]?.settle(reserved: count, spent: used, at: now)
      changed.insert(name)
    }
  }

  /// Counts the grant of a lost call as spent, at the latest time at which its provider, which may not
  /// have noticed the loss, can make a request.
  mutating func forfeit(_ grant: [String: Int], until end: Instant, at now: Instant) {
    let last = max(now, end)
    for (name, count) in grant {
      accounts[name]?.settle(reserved: count, spent: count, at: last)
      changed.insert(name)
    }
  }

  /// The reason why a call is not sent.
  func refusal(of cost: [String: Int], at now: Instant) -> Failure {
    let names = cost.keys.sorted().joined(separator: " and ")
    let waitMs = earliest(cost, at: now) - now
    let text = "The request budget of \(names) is used up."
    // Reserved requests may be refunded at any time.
    return Failure(.upstreamRateLimited, text, retryAfterMs: waitMs > 0 ? waitMs : 1000)
  }

  /// A source refuses for now: it is left alone, by all.
  mutating func coolDown(_ names: [String], forMs milliseconds: Int?, at now: Instant) {
    let pause = (milliseconds ?? UpstreamBudgets.coolDownMs).clamped(
      to: UpstreamBudgets.coolDownsMs
    )
    for name in names {
      accounts[name, default: .init()].close(until: now + pause)
      changed.insert(name)
    }
  }
}

/// Budgets across restarts of the hub.
extension UpstreamBudgets {
  /// Whether calls with a cost wait for the stored budgets.
  var isAwaitingStored: Bool { stored == .awaited }

  mutating func awaitStored() { stored = .awaited }

  mutating func stopAwaitingStored() { if stored == .awaited { stored = .late } }

  mutating func restore(_ budgets: [StoredBudget], at now: Instant, unixMs: Int?) {
    stored = .loaded
    guard let unixMs else { return }
    for budget in budgets {
      accounts[budget.upstream, default: .init()].restore(budget, at: now, unixMs: unixMs)
      changed.insert(budget.upstream)
    }
  }

  /// All budgets are stored again: the clock was set.
  mutating func clockSet() { changed = Set(accounts.keys) }

  /// Stores the budgets that this turn changed; none before the stored ones are known.
  mutating func storeChanges(_ turn: inout Turn) {
    guard stored == .loaded, !changed.isEmpty, let unixMs = turn.unixMs else { return }
    let budgets = changed.sorted().compactMap { name in
      accounts[name]?.stored(as: name, at: turn.now, unixMs: unixMs)
    }
    changed = []
    turn.perform(.storeBudgets(budgets))
  }
}
