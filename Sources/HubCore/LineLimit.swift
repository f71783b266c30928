/// Keeps a flood of lines that somebody else causes out of the log.
struct LineLimit: Sendable {
  static let windowMs = 10_000
  static let linesMax = 20

  private var start: Instant?
  private var count = 0

  /// Whether one more line may be written; the last one that may is told apart.
  enum Answer: Hashable, Sendable {
    case write
    case writeLast
    case leaveOut
  }

  mutating func take(at now: Instant) -> Answer {
    if start.map({ now - $0 >= LineLimit.windowMs }) ?? true {
      start = now
      count = 0
    }
    count += 1
    if count < LineLimit.linesMax { return .write }
    return count == LineLimit.linesMax ? .writeLast : .leaveOut
  }
}
