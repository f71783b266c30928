import MusicModel

/// The requests that the hub grants to upstreams, and those that providers make.
struct ObservedUpstreams: Sendable {
  private struct Upstream: Sendable {
    /// The budgets that providers declare: requests in a window.
    var declared: [ProviderID: Int] = [:]
    var outstanding = 0
    var spent: [(at: Int, count: Int)] = []
    var closedUntil = 0
  }

  /// The use of an upstream after a grant.
  struct Use: Sendable {
    let isClosed: Bool
    let granted: Int
    let spent: Int
    /// The smallest budget that a provider declares.
    let limit: Int?
  }

  static let windowMs = 10_000

  private var upstreams: [String: Upstream] = [:]

  mutating func declare(_ plan: ProviderPlan, _ name: String) {
    guard let budget = plan.budget else { return }
    upstreams[name, default: Upstream()].declared[plan.id] = budget
  }

  /// Removes the budgets that a provider declares.
  mutating func removeDeclarations(of id: ProviderID) {
    for name in upstreams.keys { upstreams[name]?.declared[id] = nil }
  }

  mutating func grant(_ count: Int, by name: String, at now: Int) -> Use {
    var upstream = upstreams[name] ?? Upstream()
    upstream.outstanding += count
    upstreams[name] = upstream
    let spent = upstream.spent.filter { now - $0.at < ObservedUpstreams.windowMs }
    return Use(
      isClosed: now < upstream.closedUntil,
      granted: upstream.outstanding,
      spent: spent.reduce(0) { $0 + $1.count },
      limit: upstream.declared.values.min()
    )
  }

  /// Settles the grant of a call that has ended; without a report, all of it counts as spent.
  mutating func settle(_ call: ObservedProviderCall, spent: [String: Int]?, at now: Int) {
    for (name, count) in call.grant {
      let used = min(1_000, max(0, spent.map { $0[name] ?? 0 } ?? count))
      upstreams[name]?.outstanding -= count
      upstreams[name]?.spent.removeAll { now - $0.at >= ObservedUpstreams.windowMs }
      upstreams[name]?.spent.append((now, used))
    }
  }

  mutating func coolDown(_ call: ObservedProviderCall, _ retryAfterMs: Int?, at now: Int) {
    let pause = min(3_600_000, max(1_000, retryAfterMs ?? 60_000))
    for name in call.grant.keys {
      let before = upstreams[name]?.closedUntil ?? 0
      upstreams[name]?.closedUntil = max(before, now + pause)
    }
  }
}
