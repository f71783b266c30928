internal import HostKit
internal import HubCore

/// Reports problems of a file at most once a minute.
struct ProblemReporter {
  private static let intervalMs = 60_000

  private var reportedMs: Int?

  /// Returns the message to log, or none if one was logged less than a minute ago.
  mutating func report(
    _ message: String,
    nowMs: Int = MonotonicClock.nowMs
  ) -> [StorageEvent] {
    if let reportedMs, nowMs - reportedMs < ProblemReporter.intervalMs { return [] }
    reportedMs = nowMs
    return [.log(.error, message)]
  }
}
