import FavoritesModel
import MusicModel

/// Dates as programs and spreadsheets write them. An unknown form is no date.
enum ImportDates {
  /// The date of a release: a date, or at least its year.
  static func release(_ text: String) -> PartialDate? {
    let text: String = text.trimmed
    if let date = PartialDate(text) { return date }
    // `2006-01-00`, `26/06/2006`, `May 1973`, `1973.0`
    let numbers: [Substring] = text.split { !($0.isASCII && $0.isNumber) }.filter { $0.count == 4 }
    guard numbers.count == 1, let year = Int(numbers[0]), (1860...2100).contains(year) else {
      return nil
    }
    return PartialDate(year: year)
  }

  /// The time at which something was added or played, in UTC if the text names no zone.
  static func added(_ text: String) -> Timestamp? {
    let text = text.trimmed
    if let number = Int64(text) { return seconds(number) }
    let words = text.split { $0 == " " || $0 == "," || $0 == "T" && text.first?.isNumber == true }
    guard let first = words.first else { return nil }
    var day: String?
    var rest = words.dropFirst()
    if first.count == 10, Timestamp(String(first)) != nil {
      day = String(first)
    } else if words.count >= 3, let month = month(words[1]), let number = Int(first) {
      // `24 Jan 2023 09:42`
      day = "\(words[2])-\(padded(month))-\(padded(number))"
      rest = words.dropFirst(3)
    }
    guard let day, let date = Timestamp(day) else { return nil }
    guard let clock = rest.first else { return date }
    return time(clock, on: date)
  }

  /// Seconds or milliseconds since 1970.
  static func seconds(_ number: Int64) -> Timestamp? {
    guard number > 0 else { return nil }
    let isSeconds = number < 100_000_000_000
    guard number < 100_000_000_000_000 else { return nil }
    return Timestamp(microseconds: number * (isSeconds ? 1_000_000 : 1000))
  }

  private static func time(_ clock: Substring, on date: Timestamp) -> Timestamp? {
    var zoneSeconds: Int64 = 0
    var clock = clock
    if clock.last == "Z" { clock = clock.dropLast() }
    if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let digits = clock[sign...].filter(\.isNumber)
      guard digits.count >= 2, let hours = Int64(digits.prefix(2)) else { return date }
      let minutes = Int64(digits.dropFirst(2).prefix(2)) ?? 0
      zoneSeconds = (hours * 3600 + minutes * 60) * (clock[sign] == "-" ? -1 : 1)
      clock = clock[..<sign]
    }
    let parts = clock.prefix { $0 != "." }.split(separator: ":").map { Int64($0) }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
      (0...23).contains(hour), (0...59).contains(minute)
    else { return date }
    let second = parts.count > 2 ? parts[2] ?? 0 : 0
    let seconds = hour * 3600 + minute * 60 + min(max(0, second), 59) - zoneSeconds
    let fraction = clock.split(separator: ".").dropFirst().first.map { $0.prefix(6) } ?? ""
    var micros = Int64(fraction) ?? 0
    for _ in fraction.count..<6 { micros *= 10 }
    return Timestamp(microseconds: date.microseconds + seconds * 1_000_000 + micros)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func month(_ word: Substring) -> Int? {
    months.firstIndex(of: String(word.prefix(3)).lowercased()).map { $0 + 1 }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A length: milliseconds, `225s`, `3:45` or `1:02:03`.
  static func durationMs(_ text: String, unit: Int = 1) -> Int? {
    let text = text.trimmed
    if text.last == "s", let seconds = Double(text.dropLast()) { return positive(seconds * 1000) }
    if text.contains(":") {
      let parts = text.split(separator: ":").map { Int($0) }
      guard parts.count <= 3, !parts.contains(nil) else { return nil }
      return positive(parts.reduce(0) { $0 * 60 + Double($1 ?? 0) } * 1000)
    }
    return Double(text).flatMap { positive($0 * Double(unit)) }
  }

  /// A length in seconds as milliseconds, unless it is none of a recording.
  static func durationMs(seconds: Int) -> Int? { positive(Double(seconds) * 1000) }

  private static func positive(_ ms: Double) -> Int? {
    ms >= 1 && ms < 1e9 ? Int(ms) : nil
  }
}
