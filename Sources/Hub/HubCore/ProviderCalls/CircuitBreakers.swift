import BusProtocol
import MusicModel

/// The circuit breakers of all providers, one for each set of upstreams.
struct CircuitBreakers: Sendable {
  private var breakers: [BreakerKey: CircuitBreaker] = [:]

  /// Admits a call.
  ///
  /// - Throws: the reason for the rejection, with the time until a retry may succeed.
  mutating func admit(
    _ key: BreakerKey,
    at now: Instant,
    deadline: Instant
  ) throws(Failure) {
    try breakers[key, default: CircuitBreaker()].admit(at: now, deadline: deadline)
  }

  mutating func succeeded(_ key: BreakerKey) { breakers[key]?.succeeded() }

  /// Records a failure, if it shows a fault of the source or of the provider.
  mutating func failed(
    _ key: BreakerKey,
    _ failure: Failure,
    since start: Instant,
    at now: Instant
  ) {
    if failure.code.isFaultOfSource { breakers[key]?.failed(failure, since: start, at: now) }
  }

  /// Records a timed-out call, whose source had enough time to reply.
  mutating func timedOut(
    _ key: BreakerKey,
    afterMs milliseconds: Int,
    since start: Instant,
    at now: Instant
  ) {
    let failure = Failure(.deadlineExceeded, "No reply after \(milliseconds) ms.")
    breakers[key]?.failed(failure, since: start, at: now)
  }

  mutating func reset(of provider: ProviderID) {
    breakers = breakers.filter { $0.key.provider != provider }
  }
}
