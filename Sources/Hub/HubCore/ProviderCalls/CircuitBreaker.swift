import BusProtocol

/// Keeps the hub from asking a source that fails each time: after some failures in a row it is left
/// alone for a while, then asked by one question, whose outcome decides.
struct CircuitBreaker: Sendable {
  enum State: Hashable, Sendable {
    /// It is asked. → open
    case closed(failures: Int)
    /// It is left alone. → probing
    case open(until: Instant, pauseMs: Int)
    /// One question finds out how it is; until then, or until it could have. → closed, open
    case probing(until: Instant, pauseMs: Int)
  }

  static let failuresMax = 5
  static let firstPauseMs = 10_000
  static let longestPauseMs = 300_000

  private(set) var state = State.closed(failures: 0)
  /// Why it failed last.
  private var last: Failure?

  /// Lets a question through, or says why not.
  mutating func admit(at now: Instant, deadline: Instant) throws(Failure) {
    switch state {
    case .closed: return
    case .open(let until, let pauseMs) where until <= now:
      state = .probing(until: deadline, pauseMs: pauseMs)
    case .probing(let until, let pauseMs) where until <= now:
      state = .probing(until: deadline, pauseMs: pauseMs)
    case .open(let until, _), .probing(let until, _): throw refusal(until: until, at: now)
    }
  }

  private func refusal(until: Instant, at now: Instant) -> Failure {
    var failure = last ?? Failure(.upstreamUnavailable, "It fails each time.")
    failure.message +=
      " It failed \(CircuitBreaker.failuresMax) times in a row and is left alone for now."
    failure.retryAfterMs = until - now
    return failure
  }

  mutating func succeeded() {
    state = .closed(failures: 0)
    last = nil
  }

  mutating func failed(_ failure: Failure, at now: Instant) {
    last = Failure(failure.code, failure.message)
    switch state {
    case .closed(let failures) where failures + 1 < CircuitBreaker.failuresMax:
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
  /// Whether it says that the source, or the provider, does not work as it should. What the caller
  /// did, and limits that are kept by other means, say nothing of that.
  var isFaultOfSource: Bool {
    switch self {
    case .invalidHeader, .invalidParams, .methodUnknown, .notFound, .tooLarge, .cancelled,
      .grantExceeded, .duplicateCall, .busy, .deadlineExceeded, .providerLost,
      .upstreamRateLimited, .sessionUnknown, .hubStopping:
      false
    default: true
    }
  }
}
