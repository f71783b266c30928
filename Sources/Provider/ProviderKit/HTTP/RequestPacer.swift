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
