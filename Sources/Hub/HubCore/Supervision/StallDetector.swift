import BusProtocol

/// Tells from a provider's pongs whether it is idle, at work, or stuck: a dispatch loop that lives is
/// not enough if no call ends any more.
struct StallDetector: Sendable {
  /// So many pongs in a row without progress, though calls are over their time, are enough.
  static let pongsMax = 3

  private var ended: Int?
  private var stuck = 0

  /// Takes in a pong; `allowedMs` is the age that a call may have.
  ///
  /// - Returns: whether the provider is stuck.
  mutating func isStuck(_ pong: Pong, allowedMs: Int) -> Bool {
    defer { ended = pong.ended }
    let isOverdue = pong.inflight > 0 && pong.oldestMs > allowedMs
    stuck = isOverdue && ended == pong.ended ? stuck + 1 : 0
    return stuck >= StallDetector.pongsMax
  }
}
