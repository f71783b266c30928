import BusProtocol

/// Stops calls to a failing source.
///
/// After several consecutive failures the circuit opens for a while; then a single call probes the
/// source, and its outcome closes the circuit or opens it again.
struct CircuitBreaker: Sendable {
  enum State: Hashable, Sendable {
    /// Calls are allowed. → open
    case closed(failures: Int)
    /// Calls are rejected until that time. → probing
    case open(until: Instant, pauseMs: Int)
    /// Half-open: one call probes the source, until it ends or its deadline expires. → closed, open
    case probing(until: Instant, pauseMs: Int)
  }

  static let maxFailures = 5
  static let firstPauseMs = 10_000
  static let longestPauseMs = 300_000

  private(set) var state = State.closed(failures: 0)
  /// The most recent failure.
  private var last: Failure?
  /// The time of the last probe. Failures of calls admitted before say nothing about it.
  private var probed: Instant?

  /// Admits a call.
  ///
  /// - Throws: the reason for the rejection, with the time until a retry may succeed.
  mutating func admit(at now: Instant, deadline: Instant) throws(Failure) {
    switch state {
    case .closed: return
    case .open(let until, let pauseMs) where until <= now,
      .probing(let until, let pauseMs) where until <= now:
      state = .probing(until: deadline, pauseMs: pauseMs)
      probed = now
    case .open(let until, _), .probing(let until, _): throw refusal(until: until, at: now)
    }
  }

  private func refusal(until: Instant, at now: Instant) -> Failure {
    var failure = last ?? Failure(.upstreamUnavailable, "It failed repeatedly.")
    failure.message += " It failed \(CircuitBreaker.maxFailures) times in a row."
    failure.retryAfterMs = until - now
    return failure
  }

  mutating func succeeded() {
    state = .closed(failures: 0)
    last = nil
  }

  /// Records the failure of a call admitted at `start`.
  mutating func failed(_ failure: Failure, since start: Instant, at now: Instant) {
    if let probed, start < probed { return }
    last = Failure(failure.code, failure.message)
    switch state {
    case .closed(let failures) where failures + 1 < CircuitBreaker.maxFailures:
      state = .closed(failures: failures + 1)
    case .closed:
      state = .open(until: now + CircuitBreaker.firstPauseMs, pauseMs: CircuitBreaker.firstPauseMs)
    case .probing(_, let pauseMs):
      let pause = min(pauseMs * 2, CircuitBreaker.longestPauseMs)
      state = .open(until: now + pause, pauseMs: pause)
    case .open: break
    }
  }
}

extension ErrorCode {
  /// Whether the error shows a fault of the source or of the provider.
  ///
  /// Errors that the caller caused, and limits that are enforced elsewhere, do not count.
  var isFaultOfSource: Bool {
    switch self {
    case .invalidHeader, .invalidParams, .methodUnknown, .notFound, .notInCountry, .tooLarge,
      .cancelled, .grantExceeded, .duplicateCall, .busy, .deadlineExceeded, .providerLost,
      .upstreamRateLimited, .upstreamRefused, .sessionUnknown, .hubStopping:
      false
    default: true
    }
  }
}
