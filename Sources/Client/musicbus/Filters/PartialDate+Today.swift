import Glibc
import MusicModel

extension PartialDate {
  /// The current date at UTC+14, where each day begins first.
  ///
  /// `secondsSinceEpoch` is the time of the system clock.
  static func latestToday(secondsSinceEpoch: Int = time(nil)) -> PartialDate? {
    day(ofSecondsSinceEpoch: secondsSinceEpoch + 14 * 3600)
  }

  /// The date of a time in UTC; `nil` if the clock has none.
  static func day(ofSecondsSinceEpoch seconds: Int) -> PartialDate? {
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
