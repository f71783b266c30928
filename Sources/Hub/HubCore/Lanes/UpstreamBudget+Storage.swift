/// Budgets across restarts of the hub.
extension UpstreamBudget {
  /// The range to which stored times are clamped, in milliseconds since 1970.
  private static let unixTimes = 0...10_000_000_000_000
  private static let maxStoredCount = 1_000_000

  func stored(as scope: BudgetScope, at now: Instant, unixMs: Int) -> StoredBudget {
    func unix(_ time: Instant) -> Int { unixMs + (time - now) }
    let closed = closedUntil.flatMap { $0 > now ? $0 : nil }
    return StoredBudget(
      scope,
      windowMs: retentionMs,
      spent: spendings.lazy.filter { now - $0.at < retentionMs }
        .map { StoredBudget.Spending(atMs: unix($0.at), count: $0.count) },
      reserved: reserved,
      closedUntilMs: closed.map(unix),
      closedForMs: closed.map { $0 - now }
    )
  }

  /// Adds the requests of an earlier hub.
  ///
  /// Reserved requests, and those that seem to be in the future because the clock was set back,
  /// count as spent now.
  mutating func restore(_ stored: StoredBudget, at now: Instant, unixMs: Int) {
    let retentionMs = max(stored.windowMs, retentionMs)
    longestWindowMs = max(longestWindowMs, retentionMs)
    for spending in stored.spent {
      let atMs = spending.atMs.clamped(to: UpstreamBudget.unixTimes)
      let time = min(now, now + (atMs - unixMs))
      if now - time < retentionMs { restore(spending.count, at: time) }
    }
    restore(stored.reserved, at: now)
    if let closedUntilMs = stored.closedUntilMs?.clamped(to: UpstreamBudget.unixTimes),
      closedUntilMs > unixMs
    {
      let maxMs = UpstreamBudgets.coolDownsMs.upperBound
      let longestMs = min(maxMs, max(0, stored.closedForMs ?? maxMs))
      close(until: now + min(closedUntilMs - unixMs, longestMs))
    }
  }

  private mutating func restore(_ count: Int, at time: Instant) {
    settle(reserved: 0, spent: min(count, UpstreamBudget.maxStoredCount), at: time)
  }
}
