/// Heartbeats of one session: the last messages of both sides, and the last ping.
struct LivenessMonitor: Hashable, Sendable {
  /// The time of the peer's last message.
  var heard: Instant
  /// The time of the hub's last message.
  var sent: Instant
  private var pinged: Instant?

  init(now: Instant) {
    heard = now
    sent = now
  }

  /// Whether a ping is due, to check the peer or to show it that the hub is alive.
  func isPingDue(at now: Instant, every step: Int) -> Bool {
    now >= pingDue(every: step)
  }

  /// The time from which a ping is due if nothing is sent or received until then.
  func pingDue(every step: Int) -> Instant { min(sent, max(heard, pinged ?? heard)) + step }

  mutating func ping(at now: Instant) { pinged = now }

  /// The time without a message of the peer that is not exempt, in milliseconds.
  func silence(at now: Instant, exemptUntil exemption: Instant? = nil) -> Int {
    now - max(heard, exemption ?? heard)
  }

  /// The time of the next ping or, if that is earlier, of the timeout.
  func nextDue(_ pingMs: Int, _ deadMs: Int, exemptUntil exemption: Instant? = nil) -> Instant {
    min(pingDue(every: pingMs), max(heard, exemption ?? heard) + deadMs)
  }

  /// Extends the timeout by the time of a hub stall.
  mutating func extend(by gapMs: Int) { heard = heard + gapMs }
}
