import BusProtocol
package import MusicModel

/// The recent requests to one upstream, of all providers or of one, and their request budget.
struct UpstreamBudget: Sendable {
  /// Requests that were made together.
  struct Spending: Sendable {
    var at: Instant
    var count: Int
  }

  /// The minimum time for which requests are recorded, in milliseconds.
  ///
  /// Requests made before a budget was declared count too, if they were made within this time.
  private static let minRetentionMs = 60_000
  /// The maximum number of entries.
  ///
  /// With more, pairs are combined at their later time, so that grants never exceed the budget.
  private static let maxEntries = 512
  private var declared: [ProviderID: Descriptor.Budget] = [:]
  /// The declared budget with the lowest rate; `nil` if none is declared, for no limit.
  private var budget: Descriptor.Budget?
  /// Sorted by time, the oldest first.
  private(set) var spendings: [Spending] = []
  private(set) var reserved = 0
  private(set) var closedUntil: Instant?
  private var lastGrant: Instant?
  /// The longest window that was declared for the requests that are recorded, in milliseconds.
  var longestWindowMs = UpstreamBudget.minRetentionMs

  /// The time for which requests are recorded, in milliseconds.
  var retentionMs: Int { max(budget?.perMs ?? 0, UpstreamBudget.minRetentionMs) }

  /// The requests that must be free before a call of this cost: a background call needs half of a budget.
  func demand(of count: Int, isBackground: Bool) -> Int {
    guard isBackground, let requests = budget?.requests else { return count }
    return max(count, (requests + 1) / 2)
  }

  mutating func declare(_ budget: Descriptor.Budget, by provider: ProviderID) {
    declared[provider] = budget
    choose()
  }

  /// Whether no provider declares it, and nothing of it limits a call.
  func isUnused(at now: Instant) -> Bool {
    declared.isEmpty && reserved == 0 && !isCoolingDown(at: now)
      && spendings.allSatisfy { now - $0.at >= longestWindowMs }
  }

  mutating func withdraw(_ provider: ProviderID) {
    guard declared.removeValue(forKey: provider) != nil else { return }
    choose()
  }

  private mutating func choose() {
    func rate(_ budget: Descriptor.Budget) -> Double {
      Double(budget.requests) / Double(max(1, budget.perMs))
    }
    longestWindowMs = declared.values.map(\.perMs).reduce(longestWindowMs, max)
    budget = declared.sorted { $0.key < $1.key }.map(\.value).min { rate($0) < rate($1) }
  }

  func figures(of scope: BudgetScope, at now: Instant) -> UpstreamBudgets.Figures {
    UpstreamBudgets.Figures(
      scope: scope,
      limit: budget?.requests,
      used: spent(at: now) + reserved,
      closedMs: max(0, (closedUntil ?? now) - now)
    )
  }

  func canReserve(_ count: Int, at now: Instant) -> Bool {
    guard count > 0 else { return true }
    if let closedUntil, now < closedUntil { return false }
    guard let budget else { return true }
    if afterIntervals(now, reserved: reserved) > now { return false }
    return spent(at: now) + reserved + min(count, budget.requests) <= budget.requests
  }

  /// The requests to grant to a call: its cost, and one for a retry if most of the budget is left, unless it
  /// is a background call.
  func grant(for count: Int, isBackground: Bool, at now: Instant) -> Int {
    guard let budget else { return count + 1 }
    let wanted = min(count, budget.requests)
    if isBackground { return wanted }
    let left = budget.requests - spent(at: now) - reserved - wanted
    return left > budget.requests / 2 ? wanted + 1 : wanted
  }

  mutating func reserve(_ granted: Int, at now: Instant) {
    removeOld(at: now)
    lastGrant = now
    reserved += granted
  }

  /// Replaces reserved requests by those spent, at the given time at the latest; it may be in the
  /// future.
  ///
  /// `start` is the time of their grant. A single request was made then, if the upstream requires a
  /// minimum time between requests, for which its provider waits.
  mutating func settle(
    reserved count: Int,
    spent used: Int,
    since start: Instant? = nil,
    at end: Instant
  ) {
    reserved -= count
    guard used > 0 else { return }
    let time = used == 1 && budget?.intervalMs != nil ? start ?? end : end
    let index = (spendings.lastIndex { $0.at <= time } ?? -1) + 1
    if index > 0, spendings[index - 1].at == time {
      spendings[index - 1].count += used
    } else {
      spendings.insert(Spending(at: time, count: used), at: index)
    }
    if spendings.count > UpstreamBudget.maxEntries { coalesce() }
  }

  func isCoolingDown(at now: Instant) -> Bool { closedUntil.map { now < $0 } ?? false }

  mutating func close(until time: Instant) { closedUntil = max(closedUntil ?? time, time) }

  /// Returns the earliest time for this many requests, if all reserved ones are refunded.
  func earliest(_ count: Int, at now: Instant) -> Instant {
    earliest(count, reserved: 0, at: now) ?? now
  }

  /// Returns the earliest time for this many requests, if no reserved one is refunded.
  ///
  /// `nil` if only refunds allow them.
  func earliestWithoutRefunds(_ count: Int, at now: Instant) -> Instant? {
    earliest(count, reserved: reserved, at: now)
  }

  private func earliest(_ count: Int, reserved: Int, at now: Instant) -> Instant? {
    guard count > 0 else { return now }
    let open = afterIntervals(max(now, closedUntil ?? now), reserved: reserved)
    guard let budget else { return open }
    var left = spent(at: now) + reserved + min(count, budget.requests) - budget.requests
    var time = open
    for spending in spendings where left > 0 && isCounted(spending, at: now) {
      left -= spending.count
      time = max(time, spending.at + budget.perMs)
    }
    return left > 0 ? nil : time
  }

  /// Returns a time, or the end of the minimum times after past and reserved requests if later.
  private func afterIntervals(_ time: Instant, reserved: Int) -> Instant {
    guard let intervalMs = budget?.intervalMs else { return time }
    let spent = spendings.last.map { $0.at + intervalMs } ?? time
    let granted = lastGrant.map { $0 + reserved * intervalMs } ?? time
    return max(time, spent, granted)
  }

  /// Returns the requests left, or `nil` without a budget; `nextMs` is the time until the next one.
  func status(at now: Instant) -> ProviderStatus.Budget? {
    guard let budget else { return nil }
    let left = isCoolingDown(at: now) ? 0 : max(0, budget.requests - spent(at: now) - reserved)
    var status = ProviderStatus.Budget(
      left: left,
      requests: budget.requests,
      perMs: budget.perMs
    )
    if left == 0 { status.nextMs = earliest(1, at: now) - now }
    return status
  }

  private func spent(at now: Instant) -> Int {
    spendings.reduce(0) { $0 + (isCounted($1, at: now) ? $1.count : 0) }
  }

  private func isCounted(_ spending: Spending, at now: Instant) -> Bool {
    now - spending.at < (budget?.perMs ?? 0)
  }

  private mutating func removeOld(at now: Instant) {
    spendings.removeFirst(spendings.firstIndex { now - $0.at < retentionMs } ?? spendings.count)
  }

  private mutating func coalesce() {
    var fewer: [Spending] = []
    for index in stride(from: 0, to: spendings.count, by: 2) {
      var pair = spendings[index]
      if index + 1 < spendings.count {
        pair = Spending(at: spendings[index + 1].at, count: pair.count + spendings[index + 1].count)
      }
      fewer.append(pair)
    }
    spendings = fewer
  }
}

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

/// The spent budget of an upstream in wall-clock time, which survives a restart of the hub.
package struct StoredBudget: Hashable, Sendable, Codable {
  /// Requests that were made together.
  package struct Spending: Hashable, Sendable, Codable {
    /// In milliseconds since 1970.
    package var atMs: Int
    package var count: Int

    package init(atMs: Int, count: Int) { (self.atMs, self.count) = (atMs, count) }
  }

  package var upstream: String
  /// The only provider that it limits; `nil` if it limits all.
  package var provider: ProviderID?
  /// The time after which a request no longer counts, in milliseconds.
  package var windowMs: Int
  package var spent: [Spending]
  /// Granted requests that may have been made since this was stored.
  package var reserved: Int
  /// The end of a cool-down, in milliseconds since 1970.
  package var closedUntilMs: Int?
  /// The time from when this was stored until then. If the clock is set back, it lasts no longer.
  package var closedForMs: Int?

  package init(
    _ scope: BudgetScope,
    windowMs: Int,
    spent: [Spending],
    reserved: Int = 0,
    closedUntilMs: Int? = nil,
    closedForMs: Int? = nil
  ) {
    (upstream, provider) = (scope.upstream, scope.provider)
    self.windowMs = windowMs
    self.spent = spent
    self.reserved = reserved
    self.closedUntilMs = closedUntilMs
    self.closedForMs = closedForMs
  }

  package var scope: BudgetScope { BudgetScope(upstream, only: provider) }

  /// Whether it no longer limits anything.
  package func isExpired(at unixMs: Int) -> Bool {
    reserved <= 0 && (closedUntilMs ?? 0) <= unixMs
      && spent.allSatisfy { $0.count <= 0 || $0.atMs <= unixMs.saturatingSubtract(windowMs) }
  }
}

extension Int {
  fileprivate func saturatingSubtract(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (other > 0 ? .min : .max) : difference
  }
}
