/// When a provider that was lost is started again: at once after the first loss in a while, then
/// after pauses that double, and no more when it was lost too often in a short time.
struct RestartPolicy: Sendable {
  enum Decision: Hashable, Sendable {
    case restart(afterMs: Int)
    case quarantine
  }

  /// Losses that follow each other within this time are a row, in milliseconds.
  static let windowMs = 60_000
  /// So many losses within that time are too many.
  static let lossesMax = 5
  static let firstPauseMs = 500
  static let longestPauseMs = 30_000

  /// New starts so far.
  private(set) var count = 0
  /// Those of the last ``windowMs``.
  private var losses: [Instant] = []
  /// Losses of which each came within ``windowMs`` of the one before.
  private var row = 0

  /// What was lost so far does not count any more.
  mutating func forgive() {
    losses = []
    row = 0
  }

  mutating func lost(at now: Instant) -> Decision {
    if let last = losses.last, now - last > RestartPolicy.windowMs { row = 0 }
    losses.removeAll { now - $0 > RestartPolicy.windowMs }
    losses.append(now)
    guard losses.count < RestartPolicy.lossesMax else { return .quarantine }
    count += 1
    row += 1
    guard row > 1 else { return .restart(afterMs: 0) }
    let pause = RestartPolicy.firstPauseMs << min(row - 2, 16)
    return .restart(afterMs: min(pause, RestartPolicy.longestPauseMs))
  }
}
