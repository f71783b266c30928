internal import BusProtocol
internal import Synchronization

/// The upstreams that refuse requests for a time that they have stated.
///
/// The hub begins a cool-down only for a call that fails; others do without the upstream.
final class CoolDowns: Sendable {
  private let refusals = Mutex<[String: (failure: Failure, end: ContinuousClock.Instant)]>([:])

  /// Begins the cool-down that a failure states, if any.
  func begin(_ failure: Failure, now: ContinuousClock.Instant = .now) {
    guard failure.code == .upstreamRateLimited, let upstream = failure.upstream,
      let retryAfterMs = failure.retryAfterMs
    else { return }
    let end = now + min(.milliseconds(retryAfterMs), RetryAfter.max)
    refusals.withLock { $0[upstream] = (failure, end) }
  }

  /// Throws the failure that began the cool-down of an upstream, until that ends.
  func check(_ upstream: String, now: ContinuousClock.Instant = .now) throws(Failure) {
    guard let refusal = refusals.withLock({ $0[upstream] }), now < refusal.end else { return }
    var failure = refusal.failure
    failure.retryAfterMs = now.duration(to: refusal.end).milliseconds
    throw failure
  }
}
