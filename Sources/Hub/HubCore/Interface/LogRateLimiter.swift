/// Limits the log lines that peers and providers cause.
package struct LogRateLimiter: Sendable {
  package static let windowMs = 10_000
  package static let maxLines = 20

  private let maxLines: Int
  private var start: Instant?
  private var count = 0

  /// - Parameter maxLines: the number of lines in ``windowMs``.
  package init(maxLines: Int = LogRateLimiter.maxLines) { self.maxLines = maxLines }

  package enum Decision: Hashable, Sendable {
    case write
    /// Write the line; later ones are suppressed.
    case writeLast
    case suppress
  }

  /// Whether the next line begins a new window.
  package func hasEnded(at now: Instant) -> Bool {
    start.map { now - $0 >= LogRateLimiter.windowMs } ?? true
  }

  /// Decides whether one more line is written.
  package mutating func take(at now: Instant) -> Decision {
    if hasEnded(at: now) {
      start = now
      count = 0
    }
    count += 1
    if count < maxLines { return .write }
    return count == maxLines ? .writeLast : .suppress
  }
}
