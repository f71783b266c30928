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
