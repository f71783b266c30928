internal import Glibc
package import MusicModel

/// The clock of the system, which may jump when it is set.
package enum UnixClock {
  /// Milliseconds since 1970.
  package static var nowMs: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}

extension PartialDate {
  /// The date of a time in UTC; `nil` if the clock has none.
  package static func day(ofSecondsSinceEpoch seconds: Int) -> PartialDate? {
    var seconds = seconds
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return nil }
    return PartialDate(
      year: Int(parts.tm_year) + 1900,
      month: Int(parts.tm_mon) + 1,
      day: Int(parts.tm_mday)
    )
  }
}
