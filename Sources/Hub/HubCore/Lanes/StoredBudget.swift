package import MusicModel

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
