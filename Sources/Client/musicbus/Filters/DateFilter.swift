import MusicModel

/// The range of release dates that was asked for; either end may be open.
struct DateFilter: Hashable, Sendable {
  var from: PartialDate?
  var to: PartialDate?

  /// Why a range cannot be used, in a sentence.
  struct Problem: Error, Hashable, Sendable {
    let sentence: String
  }
}

extension DateFilter {
  /// Reads both ends as typed.
  ///
  /// What is later than `today` is refused as future; it should be the day that it is where the day
  /// begins first. Where the clock does not tell it, nothing is future.
  ///
  /// - Throws: ``Problem`` for what is no date, for a future, and for a start after the end.
  init(typedFrom start: String?, to end: String?, today: PartialDate?) throws(Problem) {
    from = try DateFilter.read(start, "--from", today)
    to = try DateFilter.read(end, "--to", today)
    if let from, let to, to.latest < from.earliest {
      throw Problem(
        sentence: "The start, \(from.worded), is after the end, \(to.worded)."
      )
    }
  }

  /// A year or month that has begun is no future, although part of it is.
  private static func read(
    _ text: String?,
    _ option: String,
    _ today: PartialDate?
  ) throws(Problem) -> PartialDate? {
    guard let text else { return nil }
    guard let date = PartialDate(text), date.description == text else {
      throw Problem(
        sentence: "\(option) takes a date such as 1973, 1973-03 or 1973-03-01; "
          + "\"\(text.prefix(40))\" is none."
      )
    }
    if let today, date.earliest > today {
      throw Problem(sentence: "\(option) \(text) lies in the future, in every time zone.")
    }
    return date
  }
}
