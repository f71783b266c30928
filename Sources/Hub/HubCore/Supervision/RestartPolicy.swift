/// Restarts after losses: the first is immediate, then delays double, then a quarantine.
struct RestartPolicy: Sendable {
  enum Decision: Hashable, Sendable {
    case restart(afterMs: Int)
    case quarantine
  }

  /// The time in which losses count, in milliseconds.
  static let windowMs = 60_000
  /// The number of losses in that time that leads to a quarantine.
  static let maxLosses = 5
  static let firstDelayMs = 500
  static let maxDelayMs = 30_000

  /// Restarts so far.
  private(set) var count = 0
  /// The losses of the last ``windowMs``.
  private var losses: [Instant] = []
  /// The number of losses of which each came within ``windowMs`` of the one before.
  private var row = 0

  /// Ignores the losses so far.
  mutating func reset() {
    losses = []
    row = 0
  }

  mutating func recordLoss(at now: Instant) -> Decision {
    if let last = losses.last, now - last > RestartPolicy.windowMs { row = 0 }
    losses.removeAll { now - $0 > RestartPolicy.windowMs }
    losses.append(now)
    guard losses.count < RestartPolicy.maxLosses else { return .quarantine }
    count += 1
    row += 1
    guard row > 1 else { return .restart(afterMs: 0) }
    let delay = RestartPolicy.firstDelayMs << min(row - 2, 16)
    return .restart(afterMs: min(delay, RestartPolicy.maxDelayMs))
  }
}
