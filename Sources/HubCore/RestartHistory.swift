/// When a provider that was lost is started again: at once after the first loss in a while, then
/// after pauses that double, and no more when it was lost too often.
struct RestartHistory: Sendable {
  enum Decision: Hashable, Sendable {
    case restart(afterMs: Int)
    case quarantine
  }

  /// Losses within this time count together, in milliseconds.
  static let windowMs = 60_000
  static let lossesMax = 5
  static let firstPauseMs = 500
  static let longestPauseMs = 30_000

  private(set) var count = 0
  private var losses: [Instant] = []

  mutating func lost(at now: Instant) -> Decision {
    losses.removeAll { now - $0 > RestartHistory.windowMs }
    losses.append(now)
    guard losses.count < RestartHistory.lossesMax else { return .quarantine }
    count += 1
    guard losses.count > 1 else { return .restart(afterMs: 0) }
    let pause = RestartHistory.firstPauseMs << (losses.count - 2)
    return .restart(afterMs: min(pause, RestartHistory.longestPauseMs))
  }
}
