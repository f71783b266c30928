/// Keeps a flood of lines that somebody else causes out of the log.
package struct LogRateLimiter: Sendable {
  package static let windowMs = 10_000
  package static let linesMax = 20

  private let linesMax: Int
  private var start: Instant?
  private var count = 0

  /// - Parameter linesMax: how many lines are written in ``windowMs``.
  package init(linesMax: Int = LogRateLimiter.linesMax) { self.linesMax = linesMax }

  /// Whether one more line may be written; the last one that may is told apart.
  package enum Answer: Hashable, Sendable {
    case write
    case writeLast
    case leaveOut
  }

  package mutating func take(at now: Instant) -> Answer {
    if start.map({ now - $0 >= LogRateLimiter.windowMs }) ?? true {
      start = now
      count = 0
    }
    count += 1
    if count < linesMax { return .write }
    return count == linesMax ? .writeLast : .leaveOut
  }
}
