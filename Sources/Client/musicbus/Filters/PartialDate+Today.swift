import Glibc
import HostKit
import MusicModel

extension PartialDate {
  /// The current date at UTC+14, where each day begins first.
  ///
  /// `secondsSinceEpoch` is the time of the system clock.
  static func latestToday(secondsSinceEpoch: Int = time(nil)) -> PartialDate? {
    day(ofSecondsSinceEpoch: secondsSinceEpoch + 14 * 3600)
  }
}
