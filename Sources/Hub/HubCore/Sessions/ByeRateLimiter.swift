/// Whom the hub has told lately that there is no session: a flood is not answered one to one.
struct ByeRateLimiter: Sendable {
  /// One peer is told once in this time, in milliseconds.
  static let pauseMs = 1_000
  static let peersMax = 4_096

  private var told: [Peer: Instant] = [:]

  /// Whether the peer is to be told now; it counts as told then.
  mutating func isDue(for peer: Peer, at now: Instant) -> Bool {
    if let last = told[peer], now - last < ByeRateLimiter.pauseMs { return false }
    if told.count >= ByeRateLimiter.peersMax {
      told = told.filter { now - $0.value < ByeRateLimiter.pauseMs }
      // So many strangers within a second are a flood in themselves.
      guard told.count < ByeRateLimiter.peersMax else { return false }
    }
    told[peer] = now
    return true
  }

  mutating func forget(_ peer: Peer) { told[peer] = nil }
}
