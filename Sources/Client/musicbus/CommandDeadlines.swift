import HostKit

/// The deadlines of a command, which all its calls share.
struct CommandDeadlines: Hashable, Sendable {
  private let timeout: Duration
  private let deadline: Deadline
  private let softDeadline: Deadline

  /// Starts both time limits: `--timeout` and `--wait`.
  init(timeout: Duration, wait: Duration) {
    self.timeout = timeout
    deadline = .after(timeout)
    softDeadline = .after(wait)
  }

  /// Whether another call can be made; the hub reserves at least 50 ms of each.
  var allowCall: Bool { deadline.remainingMs > CommandDeadlines.reservedMs }

  /// The time for the next call.
  ///
  /// - Throws: ``CommandFailure`` if it has passed.
  func timeLeft() throws(CommandFailure) -> Duration {
    guard allowCall else {
      throw CommandFailure(
        "The time limit of \(HumanFormat.duration(ms: timeout.milliseconds)) has passed.",
        "Try again with a longer --timeout."
      )
    }
    return .milliseconds(deadline.remainingMs)
  }

  /// The time for which the next call may wait for slow sources.
  var waitLeftMs: Int { softDeadline.remainingMs }

  private static let reservedMs = 50
}
