/// `Retry-After` (RFC 9110): seconds, or a date.
enum RetryAfter {
  /// The maximum; a longer one is shortened to it, as in the hub.
  static let max = Duration.seconds(7 * 86_400)

  /// Returns the delay from `now` (seconds since 1970); `nil` if the value is invalid.
  static func delay(_ text: String, now: Int) -> Duration? {
    let text = text.trimmed
    if let seconds = Int(text) { return within(seconds) }
    return secondsSince1970(text).map { within($0 - now) }
  }

  private static func within(_ seconds: Int) -> Duration {
    min(Swift.max(.zero, .seconds(seconds)), max)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses `Wed, 21 Oct 2015 07:28:00 GMT`, the only form that is not obsolete.
  private static func secondsSince1970(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
      let month = months.firstIndex(of: String(words[2])), (1...31).contains(day),
      (1970...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, clock.allSatisfy({ (0...60).contains($0) }) else { return nil }
    let days = daysSince1970(year: year, month: month + 1, day: day)
    return days * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }

  /// Counts years from March, so that a leap day is the last day.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
