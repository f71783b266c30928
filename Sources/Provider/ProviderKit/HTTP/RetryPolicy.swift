/// Whether and when a request that failed is made again: exponential backoff with full jitter.
struct RetryPolicy: Hashable, Sendable {
  /// Requests to one address within one call, the first included.
  var attemptsMax = 3
  /// The longest pause after the first failure; it doubles from one to the next.
  var firstPause = Duration.milliseconds(250)
  var pauseMax = Duration.seconds(4)
  /// A request that would have less time than this is not worth making.
  var usefulTime = Duration.milliseconds(200)

  /// Decides on the next attempt.
  ///
  /// - Parameters:
  ///   - attempt: the number of the one that failed, from 1.
  ///   - floor: what the source asked for.
  ///   - timeLeft: of the call.
  ///   - requestsLeft: of the grant.
  ///   - chance: 0 to 1, anew each time.
  /// - Returns: the pause before it, or nothing where there should be none.
  func pause(
    after attempt: Int,
    floor: Duration?,
    timeLeft: Duration,
    requestsLeft: Int,
    chance: Double
  ) -> Duration? {
    guard attempt < attemptsMax, requestsLeft > 0 else { return nil }
    let longest = min(pauseMax, firstPause * (1 << min(attempt - 1, 16)))
    let pause = max(longest * chance, floor ?? .zero)
    return pause + usefulTime < timeLeft ? pause : nil
  }
}
