/// Limits the byes to peers without a session: a flood does not get a reply to each message.
struct ByeRateLimiter: Sendable {
  /// A peer gets one bye in this time, in milliseconds.
  static let pauseMs = 1_000
  static let maxPeers = 4_096

  private var sent: [Peer: Instant] = [:]

  /// Whether a bye is sent to the peer now; it counts as sent then.
  mutating func isDue(for peer: Peer, at now: Instant) -> Bool {
    if let last = sent[peer], now - last < ByeRateLimiter.pauseMs { return false }
    if sent.count >= ByeRateLimiter.maxPeers {
      sent = sent.filter { now - $0.value < ByeRateLimiter.pauseMs }
      // So many peers within a second are a flood.
      guard sent.count < ByeRateLimiter.maxPeers else { return false }
    }
    sent[peer] = now
    return true
  }

  mutating func remove(_ peer: Peer) { sent[peer] = nil }
}
