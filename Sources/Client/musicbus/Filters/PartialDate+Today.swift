import Glibc
import MusicModel

extension PartialDate {
  /// The day that it is where the day begins first, at UTC+14, so that nobody's today is a future.
  ///
  /// `secondsSinceEpoch` is the time by the system's clock.
  static func latestToday(secondsSinceEpoch: Int = time(nil)) -> PartialDate? {
    var seconds = secondsSinceEpoch + 14 * 3600
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return nil }
    return PartialDate(
      year: Int(parts.tm_year) + 1900,
      month: Int(parts.tm_mon) + 1,
      day: Int(parts.tm_mday)
    )
  }
}
