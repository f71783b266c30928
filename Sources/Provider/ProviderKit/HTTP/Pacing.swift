internal import BusProtocol
internal import Curl
internal import MusicModel
internal import Synchronization

/// Spaces the requests to upstreams that allow one per interval, for all calls together.
final class RequestPacer: Sendable {
  /// The minimum time between two requests, by upstream.
  private let intervals: [String: Duration]
  private let nextTurns = Mutex<[String: ContinuousClock.Instant]>([:])

  init(_ intervals: [String: Duration] = [:]) { self.intervals = intervals }

  /// Whether the upstream allows one request per interval.
  func limits(_ upstream: String) -> Bool { intervals[upstream] != nil }

  /// Takes the next turn at an upstream.
  ///
  /// - Returns: the time until that turn; `nil` if it is later than `timeLeft`, and none is taken.
  func delay(
    at upstream: String,
    timeLeft: Duration,
    now: ContinuousClock.Instant = .now
  ) -> Duration? {
    guard let interval = intervals[upstream] else { return .zero }
    return nextTurns.withLock { turns in
      let turn = max(turns[upstream] ?? now, now)
      guard now.duration(to: turn) < timeLeft else { return nil }
      turns[upstream] = turn + interval
      return now.duration(to: turn)
    }
  }
}

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

/// Decides whether and when a failed request is retried: exponential backoff with full jitter.
struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of requests to one address per call, including the first.
  var maxAttempts = 3
  /// The maximum delay after the first failure; it doubles with each further one.
  var initialDelay = Duration.milliseconds(250)
  var maxDelay = Duration.seconds(4)
  /// A request with less time left than this is not sent.
  var minUsefulTime = Duration.milliseconds(200)

  /// Returns the delay before the next attempt; `nil` if there should be none.
  ///
  /// `attempt` is the number of the failed attempt, from 1.
  /// `minDelay` is the `Retry-After` of the response, if any.
  /// `timeLeft` is the time until the deadline of the call.
  /// `requestsLeft` is the rest of the grant.
  /// `randomFraction` is a random number from 0 to 1.
  func delay(
    after attempt: Int,
    minDelay: Duration?,
    timeLeft: Duration,
    requestsLeft: Int,
    randomFraction: Double
  ) -> Duration? {
    guard attempt < maxAttempts, requestsLeft > 0 else { return nil }
    let longest = min(maxDelay, initialDelay * (1 << min(attempt - 1, 16)))
    let delay = max(longest * randomFraction, minDelay ?? .zero)
    return delay + minUsefulTime < timeLeft ? delay : nil
  }
}

/// `Retry-After` (RFC 9110): seconds, or a date.
enum RetryAfter {
  /// The maximum; a longer one is shortened to it, as in the hub.
  static let max = Duration.seconds(7 * 86_400)

  /// Returns the delay from `now` (seconds since 1970); `nil` if the value is invalid.
  static func delay(_ text: String, now: Int) -> Duration? {
    let text = text.trimmed
    if let seconds = Int(text) { return within(seconds) }
    return TransferDate.secondsSince1970(text).map { within($0 - now) }
  }

  private static func within(_ seconds: Int) -> Duration {
    min(Swift.max(.zero, .seconds(seconds)), max)
  }
}
