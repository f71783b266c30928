import BusProtocol
package import MusicModel

/// Request budgets of upstreams, each shared by all providers and clients.
///
/// A call reserves its maximum cost; unspent requests are refunded. A provider that is not trusted
/// with an upstream has a budget of its own there too, so that what it states limits only itself.
struct UpstreamBudgets: Sendable {
  enum Decision: Hashable, Sendable {
    case granted(Grant)
    /// Not possible before a time, because of the refusing upstreams. It is possible as soon as
    /// reserved requests are refunded, and without refunds at `retry`, if that is not `nil`.
    case notBefore(Instant, retry: Instant?, refusing: [String])
  }

  /// The maximum number of requests that a call counts at one upstream.
  private static let maxSpent = 1_000
  /// The cool-down of a rate-limited upstream that does not specify one, in milliseconds.
  private static let coolDownMs = 60_000
  static let coolDownsMs = 1_000...7 * 86_400_000

  private var accounts: [BudgetScope: UpstreamBudget] = [:]
  /// The trust in each provider since its session began. It outlives the calls of the session.
  private var trust: [ProviderID: ProviderTrust] = [:]
  private var stored = StoredState.unused
  /// Those that differ from the stored ones.
  private var changed: Set<BudgetScope> = []

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

  /// The state of one budget.
  struct Figures: Hashable, Sendable {
    let scope: BudgetScope
    /// Requests allowed in its window; `nil` if no provider declares a budget.
    let limit: Int?
    /// Requests made and reserved.
    let used: Int
    let closedMs: Int
  }

  /// The state of each upstream, and of each provider that has a limit of its own there.
  func figures(at now: Instant) -> [Figures] {
    accounts.sorted { $0.key < $1.key }.map { $0.value.figures(of: $0.key, at: now) }
      .filter { $0.scope.provider == nil || $0.limit != nil || $0.closedMs > 0 }
  }

  /// Replaces the budgets that a provider declares, and the trust in it. What nobody declares or has spent is forgotten.
  mutating func declare(
    _ budgets: [String: Descriptor.Budget],
    _ trust: ProviderTrust,
    by provider: ProviderID,
    at now: Instant
  ) {
    withdraw(provider)
    accounts = accounts.filter { !$0.value.isUnused(at: now) }
    self.trust[provider] = trust
    for (name, budget) in budgets {
      let scope = ownScope(of: name, for: provider)
      accounts[scope, default: .init()].declare(budget, by: provider)
    }
  }

  mutating func withdraw(_ provider: ProviderID) {
    for scope in accounts.keys { accounts[scope]?.withdraw(provider) }
  }

  /// The scope to which a provider's declaration about an upstream applies.
  private func ownScope(of name: String, for provider: ProviderID) -> BudgetScope {
    BudgetScope(name, only: trust[provider]?.covers(name) == true ? nil : provider)
  }

  /// The budgets that limit a provider at an upstream.
  private func scopes(of name: String, for provider: ProviderID) -> Set<BudgetScope> {
    [BudgetScope(name), ownScope(of: name, for: provider)]
  }

  private func limits(of name: String, for provider: ProviderID) -> [UpstreamBudget] {
    scopes(of: name, for: provider).compactMap { accounts[$0] }
  }

  /// The budgets that limit a call at one of its upstreams, and the requests that each must have left.
  private func demands(
    _ cost: CallCost,
    at name: String,
    for provider: ProviderID
  ) -> [(budget: UpstreamBudget, count: Int)] {
    guard let count = cost.requests[name], count > 0 else { return [] }
    return limits(of: name, for: provider).map {
      ($0, $0.demand(of: count, isBackground: cost.isBackground))
    }
  }

  private func isCoolingDown(_ name: String, for provider: ProviderID, at now: Instant) -> Bool {
    limits(of: name, for: provider).contains { $0.isCoolingDown(at: now) }
  }

  /// Returns the requests that a provider has left at an upstream, or `nil` if it has no budget.
  func status(
    of name: String,
    for provider: ProviderID,
    at now: Instant
  ) -> ProviderStatus.Budget? {
    limits(of: name, for: provider).compactMap { $0.status(at: now) }.min {
      ($0.left, -($0.nextMs ?? 0), $0.requests) < ($1.left, -($1.nextMs ?? 0), $1.requests)
    }
  }

  /// Reserves the cost of a call at all its upstreams, or leaves the budgets unchanged if one refuses.
  mutating func reserve(
    _ cost: CallCost,
    for provider: ProviderID,
    at now: Instant
  ) -> Decision {
    let refusing = refusing(cost, for: provider, at: now)
    guard refusing.isEmpty else {
      let retry = earliestWithoutRefunds(cost, for: provider, at: now)
      return .notBefore(earliest(cost, for: provider, at: now), retry: retry, refusing: refusing)
    }
    var grant: [String: Int] = [:]
    for (name, count) in cost.requests {
      let scopes = scopes(of: name, for: provider)
      let granted =
        scopes.map {
          accounts[$0, default: .init()].grant(for: count, isBackground: cost.isBackground, at: now)
        }.min() ?? 0
      grant[name] = granted
      for scope in scopes {
        accounts[scope, default: .init()].reserve(granted, at: now)
      }
      changed.formUnion(scopes)
    }
    return .granted(Grant(requests: grant))
  }

  private func refusing(_ cost: CallCost, for provider: ProviderID, at now: Instant) -> [String] {
    cost.upstreams.filter { name in
      !demands(cost, at: name, for: provider).allSatisfy { $0.budget.canReserve($0.count, at: now) }
    }
  }

  /// Whether a call would be granted its requests now.
  func allow(_ cost: CallCost, for provider: ProviderID, at now: Instant) -> Bool {
    refusing(cost, for: provider, at: now).isEmpty
  }

  /// Whether a call has to wait for budgets, none of which cools down.
  func defers(_ cost: CallCost, for provider: ProviderID, at now: Instant) -> Bool {
    let refusing = refusing(cost, for: provider, at: now)
    return !refusing.isEmpty && !refusing.contains { isCoolingDown($0, for: provider, at: now) }
  }

  /// Returns the earliest time at which a call may be granted, if all reserved ones are refunded.
  func earliest(_ cost: CallCost, for provider: ProviderID, at now: Instant) -> Instant {
    func earliest(_ name: String, _: Int) -> Instant {
      demands(cost, at: name, for: provider).map { $0.budget.earliest($0.count, at: now) }.max()
        ?? now
    }
    return cost.requests.map(earliest).max() ?? now
  }

  /// Returns the earliest time for a call if no reserved request is refunded.
  ///
  /// `nil` if only refunds allow it.
  private func earliestWithoutRefunds(
    _ cost: CallCost,
    for provider: ProviderID,
    at now: Instant
  ) -> Instant? {
    /// The latest; `nil` if one is unknown.
    func latest(_ times: [Instant?]) -> Instant? {
      times.contains(nil) ? nil : times.compactMap(\.self).max() ?? now
    }
    func earliest(_ name: String, _: Int) -> Instant? {
      let demands = demands(cost, at: name, for: provider)
      return latest(demands.map { $0.budget.earliestWithoutRefunds($0.count, at: now) })
    }
    return latest(cost.requests.map(earliest))
  }

  /// Refunds the rest of a grant; all of it counts as spent if `spent` is `nil`.
  ///
  /// `start` is the time of the grant, if known.
  mutating func settle(
    _ grant: Grant,
    of provider: ProviderID,
    spent: [String: Int]?,
    since start: Instant?,
    at now: Instant
  ) {
    for (name, count) in grant.requests {
      let used = spent.map { ($0[name] ?? 0).clamped(to: 0...UpstreamBudgets.maxSpent) } ?? count
      for scope in scopes(of: name, for: provider) {
        let isShared = scope != ownScope(of: name, for: provider)
        // Without trust, requests beyond the grant count only for the provider itself.
        let spent = isShared ? min(used, count) : used
        accounts[scope]?.settle(reserved: count, spent: spent, since: start, at: now)
        changed.insert(scope)
      }
    }
  }

  /// Counts the grant of a lost call as spent.
  ///
  /// It counts at the latest time at which its provider, which may not have noticed the loss, can
  /// make a request.
  mutating func forfeit(
    _ grant: Grant,
    of provider: ProviderID,
    until end: Instant,
    at now: Instant
  ) {
    settle(grant, of: provider, spent: nil, since: nil, at: max(now, end))
  }

  /// The reason why a call is not sent, with the upstreams that refuse it.
  func refusal(of cost: CallCost, for provider: ProviderID, at now: Instant) -> Failure {
    let refusing = refusing(cost, for: provider, at: now)
    let coolingDown = refusing.filter { isCoolingDown($0, for: provider, at: now) }
    let named = coolingDown.isEmpty ? refusing : coolingDown
    let names = (named.isEmpty ? cost.upstreams : named).joined(separator: " and ")
    let waitMs = earliest(cost, for: provider, at: now) - now
    var call = cost
    call.isBackground = false
    let isKept = cost.isBackground && self.refusing(call, for: provider, at: now).isEmpty
    let text =
      isKept
      ? "Background calls can use only half of the request budget of \(names)."
      : coolingDown.isEmpty
        ? "The request budget of \(names) is used up."
        : "Too many requests to \(names); waiting until it accepts more."
    // Reserved requests may be refunded at any time.
    return Failure(.upstreamRateLimited, text, retryAfterMs: waitMs > 0 ? waitMs : 1000)
  }

  /// Begins the cool-down of upstreams that refused a provider, for all clients, and for all
  /// providers if it is trusted.
  mutating func coolDown(
    _ names: [String],
    of provider: ProviderID,
    forMs milliseconds: Int?,
    at now: Instant
  ) {
    let pause = (milliseconds ?? UpstreamBudgets.coolDownMs).clamped(
      to: UpstreamBudgets.coolDownsMs
    )
    for name in names {
      let scope = ownScope(of: name, for: provider)
      accounts[scope, default: .init()].close(until: now + pause)
      changed.insert(scope)
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
    turn.timers.set(.budgetsTimeout, at: deadline)
  }

  mutating func stopAwaitingStored() { if stored == .awaited { stored = .late } }

  mutating func restore(_ budgets: [StoredBudget], at now: Instant, unixMs: Int?) {
    stored = .loaded
    guard let unixMs else { return }
    for budget in budgets {
      accounts[budget.scope, default: .init()].restore(budget, at: now, unixMs: unixMs)
      changed.insert(budget.scope)
    }
  }

  /// Marks all budgets to be stored again, as the clock was set.
  mutating func clockSet() { changed = Set(accounts.keys) }

  /// Stores the budgets that this turn changed; none before the stored ones are known.
  mutating func storeChanges(_ turn: inout Turn) {
    guard stored == .loaded, !changed.isEmpty, let unixMs = turn.unixMs else { return }
    let budgets = changed.sorted().compactMap { scope in
      accounts[scope]?.stored(as: scope, at: turn.now, unixMs: unixMs)
    }
    changed = []
    turn.perform(.storeBudgets(budgets))
  }
}

/// Requests that are reserved for a call at each of its upstreams.
struct Grant: Hashable, Sendable {
  var requests: [String: Int] = [:]
}

/// The upstreams that a call of one method needs, and the maximum number of requests to each.
struct CallCost: Hashable, Sendable {
  /// The maximum cost of a call at one upstream; higher costs are reduced to it.
  private static let maxRequests = 1_000

  let requests: [String: Int]
  /// Whether it may use only half of each budget.
  var isBackground: Bool

  init(_ declared: Descriptor.MethodDeclaration?, isBackground: Bool = false) {
    self.isBackground = isBackground
    requests = (declared?.cost ?? [:]).mapValues { $0.clamped(to: 0...CallCost.maxRequests) }
  }

  var upstreams: [String] { requests.keys.sorted() }
}

/// The scope of a request budget.
package struct BudgetScope: Hashable, Sendable {
  package var upstream: String
  /// The only one to be limited, because it is not trusted with the upstream; `nil` for all.
  package var provider: ProviderID?

  package init(_ upstream: String, only provider: ProviderID? = nil) {
    (self.upstream, self.provider) = (upstream, provider)
  }
}

extension BudgetScope: Comparable {
  package static func < (left: BudgetScope, right: BudgetScope) -> Bool {
    (left.upstream, left.provider?.rawValue ?? "")
      < (right.upstream, right.provider?.rawValue ?? "")
  }
}
