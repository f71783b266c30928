import BusProtocol
import MusicModel

/// Request budgets of upstreams, each shared by all providers and clients.
///
/// A call reserves its maximum cost; unspent requests are refunded.
struct UpstreamBudgets: Sendable {
  enum Decision: Hashable, Sendable {
    /// The numbers of granted requests, by upstream.
    case granted([String: Int])
    /// Not possible before a time, because of the refusing upstreams. It is possible as soon as
    /// reserved requests are refunded, and without refunds at `retry`, if that is not `nil`.
    case notBefore(Instant, retry: Instant?, refusing: [String])
  }

  /// The maximum number of requests that a call counts at one upstream.
  private static let maxSpent = 1_000
  /// The cool-down of a rate-limited upstream that does not specify one, in milliseconds.
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
    /// They timed out, but are used if they still arrive; until then none are stored in their
    /// place.
    case late
    case loaded
  }

  /// The state of one upstream.
  struct Figures: Hashable, Sendable {
    let upstream: String
    /// Requests allowed in its window; `nil` if no running provider declares a budget.
    let limit: Int?
    /// Requests made and reserved.
    let used: Int
    let closedMs: Int
  }

  func figures(at now: Instant) -> [Figures] {
    accounts.sorted { $0.key < $1.key }.map { $0.value.figures(of: $0.key, at: now) }
  }

  /// Replaces the budgets that a provider declares.
  mutating func declare(_ budgets: [String: Descriptor.Budget], by provider: ProviderID) {
    for name in accounts.keys where budgets[name] == nil { accounts[name]?.withdraw(provider) }
    for (name, budget) in budgets { accounts[name, default: .init()].declare(budget, by: provider) }
  }

  /// Returns the requests left at an upstream, or `nil` if it has no budget.
  func status(of name: String, at now: Instant) -> ProviderStatus.Budget? {
    accounts[name]?.status(at: now)
  }

  /// Reserves the cost of a call at all its upstreams that do not refuse.
  ///
  /// Leaves the budgets unchanged if the call cannot do without the others.
  mutating func reserve(
    _ cost: CallCost,
    without excluded: Set<String> = [],
    at now: Instant
  ) -> Decision {
    let refusing = excluded.union(refusing(cost, at: now))
    guard let requests = cost.requests(without: refusing) else {
      let names = cost.upstreams.filter(refusing.contains)
      let retry = earliestWithoutRefunds(cost, at: now)
      return .notBefore(earliest(cost, at: now), retry: retry, refusing: names)
    }
    var grant: [String: Int] = [:]
    for (name, count) in requests {
      grant[name] = accounts[name, default: .init()].reserve(count, at: now)
      changed.insert(name)
    }
    return .granted(grant)
  }

  private func refusing(_ cost: CallCost, at now: Instant) -> [String] {
    cost.upstreams.filter { name in
      accounts[name]?.canReserve(cost.requests[name] ?? 0, at: now) == false
    }
  }

  /// Whether a queued call would be sent if it need not wait for budgets; none of them cools down.
  func defers(_ call: ProviderCall, in queue: ProviderCallQueue, at now: Instant) -> Bool {
    guard !isAwaitingStored, queue.hasRoom, let declaration = queue.declaration else {
      return false
    }
    let cost = declaration.cost(of: call.query.method)
    let refusing = refusing(cost, at: now)
    return cost.requests(without: Set(refusing)) == nil
      && !refusing.contains { accounts[$0]?.isCoolingDown(at: now) == true }
  }

  /// Returns the earliest time at which a call may be granted, if all reserved ones are refunded.
  func earliest(_ cost: CallCost, at now: Instant) -> Instant {
    func earliest(_ name: String, _ count: Int) -> Instant {
      accounts[name]?.earliest(count, at: now) ?? now
    }
    let required = cost.required
    return required.isEmpty
      ? cost.requests.map(earliest).min() ?? now : required.map(earliest).max() ?? now
  }

  /// Returns the earliest time for a call if no reserved request is refunded.
  ///
  /// `nil` if only refunds allow it.
  private func earliestWithoutRefunds(_ cost: CallCost, at now: Instant) -> Instant? {
    func earliest(_ name: String, _ count: Int) -> Instant? {
      guard let account = accounts[name] else { return now }
      return account.earliestWithoutRefunds(count, at: now)
    }
    let required = cost.required
    guard !required.isEmpty else { return cost.requests.compactMap(earliest).min() }
    let times = required.map(earliest)
    return times.contains(nil) ? nil : times.compactMap(\.self).max()
  }

  /// Refunds the rest of a grant; all of it counts as spent if `spent` is `nil`.
  ///
  /// `start` is the time of the grant, if known.
  mutating func settle(
    _ grant: [String: Int],
    spent: [String: Int]?,
    since start: Instant?,
    at now: Instant
  ) {
    for (name, count) in grant {
      let used = spent.map { ($0[name] ?? 0).clamped(to: 0...UpstreamBudgets.maxSpent) } ?? count
      accounts[name]?.settle(reserved: count, spent: used, since: start, at: now)
      changed.insert(name)
    }
  }

  /// Counts the grant of a lost call as spent.
  ///
  /// It counts at the latest time at which its provider, which may not have noticed the loss, can
  /// make a request.
  mutating func forfeit(_ grant: [String: Int], until end: Instant, at now: Instant) {
    let last = max(now, end)
    for (name, count) in grant {
      accounts[name]?.settle(reserved: count, spent: count, at: last)
      changed.insert(name)
    }
  }

  /// The reason why a call is not sent, with the upstreams that refuse it.
  func refusal(of cost: CallCost, at now: Instant) -> Failure {
    let refusing = refusing(cost, at: now)
    let coolingDown = refusing.filter { accounts[$0]?.isCoolingDown(at: now) == true }
    let named = coolingDown.isEmpty ? refusing : coolingDown
    let names = (named.isEmpty ? cost.upstreams : named).joined(separator: " and ")
    let waitMs = earliest(cost, at: now) - now
    let text =
      coolingDown.isEmpty
      ? "The request budget of \(names) is used up."
      : "No requests to \(names) until the end of the cool-down: too many requests."
    // Reserved requests may be refunded at any time.
    return Failure(.upstreamRateLimited, text, retryAfterMs: waitMs > 0 ? waitMs : 1000)
  }

  /// The reason why a call was granted no requests at some upstreams, or `nil`.
  func refusal(of cost: CallCost, granted: [String: Int], at now: Instant) -> Failure? {
    let refused = cost.only { granted[$0] == nil }
    return refused.upstreams.isEmpty ? nil : refusal(of: refused, at: now)
  }

  /// Begins the cool-down of rate-limited upstreams, for all providers and clients.
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
  /// Calls with a cost wait this long for the stored budgets, in milliseconds.
  private static let storedTimeoutMs = 100

  /// Whether calls with a cost wait for the stored budgets.
  var isAwaitingStored: Bool { stored == .awaited }

  /// Begins to wait for the stored budgets.
  mutating func awaitStored(_ turn: inout Turn) {
    stored = .awaited
    let deadline = turn.now + UpstreamBudgets.storedTimeoutMs
    turn.timers.set(.providerCall(.budgetsTimeout), at: deadline)
  }

  mutating func stopAwaitingStored() { if stored == .awaited { stored = .late } }

  mutating func restore(_ budgets: [StoredBudget], at now: Instant, unixMs: Int?) {
    stored = .loaded
    guard let unixMs else { return }
    for budget in budgets {
      accounts[budget.upstream, default: .init()].restore(budget, at: now, unixMs: unixMs)
      changed.insert(budget.upstream)
    }
  }

  /// Marks all budgets to be stored again, as the clock was set.
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
