import HostKit
import Glibc
import MusicModel

/// A range of dates; either end may be open.
struct DateFilter: Hashable, Sendable {
  var from: PartialDate?
  var to: PartialDate?
}

extension DateFilter {
  /// Parses both ends.
  ///
  /// Dates after `today` are rejected; pass the current date of the easternmost time zone. Pass `nil` to
  /// accept future dates.
  ///
  /// - Throws: ``DateFilterError`` for an invalid or future date, or if the range is empty.
  init(typedFrom start: String?, to end: String?, today: PartialDate?) throws(DateFilterError) {
    from = try DateFilter.read(start, "--from", today)
    to = try DateFilter.read(end, "--to", today)
    if let from, let to, to.latest < from.earliest {
      throw DateFilterError(
        message: "The range is empty: \(from.displayText) is after \(to.displayText)."
      )
    }
  }

  /// Parses a date. A year or month that has begun is not in the future.
  private static func read(
    _ text: String?,
    _ option: String,
    _ today: PartialDate?
  ) throws(DateFilterError) -> PartialDate? {
    guard let text else { return nil }
    guard let date = PartialDate(text), date.description == text else {
      throw DateFilterError(
        message: "\(option): \"\(text.prefix(40))\" is not a date; use 1973, 1973-03 "
          + "or 1973-03-01."
      )
    }
    if let today, date.earliest > today {
      throw DateFilterError(message: "\(option) \(text) is in the future.")
    }
    return date
  }
}

/// The reason why a date range is invalid.
struct DateFilterError: Error, Hashable, Sendable {
  /// A whole sentence.
  let message: String
}

extension PartialDate {
  /// The current date at UTC+14, where each day begins first.
  ///
  /// `secondsSinceEpoch` is the time of the system clock.
  static func latestToday(secondsSinceEpoch: Int = time(nil)) -> PartialDate? {
    day(ofSecondsSinceEpoch: secondsSinceEpoch + 14 * 3600)
  }
}
