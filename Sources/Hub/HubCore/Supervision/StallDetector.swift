import BusProtocol

/// Detects from the pongs of a provider that it is alive, but ends no calls.
struct StallDetector: Sendable {
  /// The number of pongs in a row without progress after which a provider is stalled.
  static let maxPongs = 3

  private var ended: Int?
  private var count = 0

  /// Records a pong of a provider whose calls may have the given age.
  ///
  /// - Returns: whether the provider is stalled.
  mutating func isStalled(_ pong: Pong, allowedMs: Int) -> Bool {
    defer { ended = pong.ended }
    let isLate = pong.inflight > 0 && pong.oldestMs > allowedMs
    count = isLate && ended == pong.ended ? count + 1 : 0
    return count >= StallDetector.maxPongs
  }
}
