import BusProtocol
import MusicModel

/// How often sources may be asked: one account for each upstream, for all providers and all clients
/// together. A question reserves what it may cost at most; what it did not spend is given back.
struct UpstreamBudgets: Sendable {
  enum Answer: Hashable, Sendable {
    /// So many requests may be made, by upstream.
    case granted([String: Int])
    /// Not now. At the given time it may be possible; where that is now, as soon as something that is
    /// reserved is given back.
    case notBefore(Instant)
  }

  /// A question that names more requests than this at one upstream is granted this many.
  private static let costMax = 1_000
  /// For how long a source that limits is left alone, where it does not say, in milliseconds.
  private static let coolDownMs = 60_000
  private static let coolDownsMs = 1_000...3_600_000

  private var accounts: [String: UpstreamBudget] = [:]
  private var reservations: [ProviderCallID: Reservation] = [:]

  private struct Reservation: Sendable {
    let grant: [String: Int]
    /// The end of the question's time: no request is made for it after that.
    let until: Instant
  }

  /// Reservations that are open.
  var count: Int { reservations.count }

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

  /// Reserves what a question may cost, at all its upstreams or at none.
  mutating func reserve(
    _ cost: [String: Int],
    for key: ProviderCallID,
    until deadline: Instant,
    at now: Instant
  ) -> Answer {
    let cost = cost.mapValues { $0.clamped(to: 0...UpstreamBudgets.costMax) }
    guard cost.allSatisfy({ accounts[$0.key]?.canReserve($0.value, at: now) ?? true }) else {
      return .notBefore(soonest(cost, at: now))
    }
    var grant: [String: Int] = [:]
    for (name, count) in cost {
      grant[name] = accounts[name, default: .init()].reserve(count, at: now)
    }
    reservations[key] = Reservation(grant: grant, until: deadline)
    return .granted(grant)
  }

  /// When a question may be granted at the soonest, if all that is reserved is given back.
  func soonest(_ cost: [String: Int], at now: Instant) -> Instant {
    cost.compactMap { accounts[$0.key]?.soonest($0.value, at: now) }.max() ?? now
  }

  /// A question has ended. What nobody knows is taken as spent.
  mutating func settle(_ key: ProviderCallID, spent: [String: Int]?, at now: Instant) {
    guard let reservation = reservations.removeValue(forKey: key) else { return }
    for (name, count) in reservation.grant {
      let used = spent.map { ($0[name] ?? 0).clamped(to: 0...UpstreamBudgets.costMax) } ?? count
      accounts[name]?.settle(reserved: count, spent: used, at: now)
    }
  }

  /// A question was lost with its session. What was granted counts as spent, and as late as that may
  /// happen: a provider may go on without having noticed.
  mutating func lose(_ key: ProviderCallID, mayGoOnUntil end: Instant?, at now: Instant) {
    guard let reservation = reservations.removeValue(forKey: key) else { return }
    let last = max(now, min(reservation.until, end ?? reservation.until))
    for (name, count) in reservation.grant {
      accounts[name]?.settle(reserved: count, spent: count, at: last)
    }
  }

  /// A source refuses for now: it is left alone, by all.
  mutating func coolDown(_ names: [String], forMs milliseconds: Int?, at now: Instant) {
    let pause = (milliseconds ?? UpstreamBudgets.coolDownMs).clamped(
      to: UpstreamBudgets.coolDownsMs
    )
    for name in names { accounts[name, default: .init()].close(until: now + pause) }
  }
}
