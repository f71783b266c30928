/// When one side of a session was heard last: what is asked about silence, and what ends it.
struct LivenessMonitor: Hashable, Sendable {
  /// When the peer last said anything.
  var heard: Instant
  /// When the hub last said anything to it.
  var sent: Instant
  private var pinged: Instant?

  init(now: Instant) {
    heard = now
    sent = now
  }

  /// Whether the peer is to be asked, or to be shown that the hub lives.
  func isPingDue(at now: Instant, every step: Int) -> Bool {
    now - sent >= step || now - max(heard, pinged ?? heard) >= step
  }

  mutating func ping(at now: Instant) { pinged = now }

  /// How long it was silent when it had a reason to speak, in milliseconds.
  func silence(at now: Instant, exemptUntil exemption: Instant? = nil) -> Int {
    now - max(heard, exemption ?? heard)
  }

  /// The hub itself was not there; nobody could be heard meanwhile.
  mutating func extend(by gapMs: Int) { heard = heard + gapMs }
}
