internal import Glibc

/// The monotonic clock of all programs. It stands still while the machine sleeps, so that no peer
/// expires when it wakes up.
package enum MonotonicClock {
  /// Milliseconds since some moment in the past.
  package static var nowMs: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// A moment at which a wait ends.
package struct Deadline: Hashable, Sendable, Comparable {
  /// On the ``MonotonicClock``.
  package let atMs: Int

  package init(atMs: Int) { self.atMs = atMs }

  /// The moment after this duration from now.
  package static func after(_ duration: Duration) -> Deadline {
    Deadline(atMs: MonotonicClock.nowMs + max(0, duration.milliseconds))
  }

  /// The time left, never negative.
  package var remainingMs: Int { max(0, atMs - MonotonicClock.nowMs) }

  package var isExpired: Bool { remainingMs == 0 }

  package static func < (left: Deadline, right: Deadline) -> Bool { left.atMs < right.atMs }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  package var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
    guard !overflow else { return seconds > 0 ? .max : .min }
    return whole + Int(attoseconds / 1_000_000_000_000_000)
  }
}
