/// A UTC time with microsecond precision: `2026-11-20T13:07:01.123456Z`.
package struct Timestamp: Hashable, Sendable {
  /// Microseconds since 1970.
  package let microseconds: Int64

  /// Clamps to the years 1970 to 9999.
  package init(microseconds: Int64) {
    self.microseconds = min(max(0, microseconds), Timestamp.lastMicrosecond)
  }

  /// The start of 1970: the time of an event that never happened.
  package static let never = Timestamp(microseconds: 0)

  /// The start of the year 9999, before which all times in a document must be: a later change needs a
  /// later time.
  static let limit = Timestamp(microseconds: 253_370_764_800_000_000)

  package static let day: Int64 = 86_400_000_000

  private static let lastMicrosecond: Int64 = 253_402_300_799_999_999

  /// The next representable time.
  package var next: Timestamp { Timestamp(microseconds: microseconds + 1) }
}

extension Timestamp: Comparable {
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }
}

extension Timestamp {
  /// Parses `2026-11-20T13:07:01.123456Z`, with fewer decimals, or `2026-11-20`, before ``limit``.
  package init?(_ text: String) { self.init(utf8: Array(text.utf8)[...]) }

  init?(utf8 text: ArraySlice<UInt8>) {
    var reader = DigitReader(rest: text)
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"), let day = reader.number(2), (1970...9998).contains(year),
      (1...12).contains(month), (1...Calendar.length(ofMonth: month, year)).contains(day)
    else { return nil }
    var seconds = Calendar.days(toYear: year, month, day) * 86_400
    var fraction: Int64 = 0
    if reader.take("T") {
      guard let hour = reader.number(2), reader.take(":"), let minute = reader.number(2),
        reader.take(":"), let second = reader.number(2), hour < 24, minute < 60, second < 60
      else { return nil }
      seconds += hour * 3600 + minute * 60 + second
      if reader.take(".") {
        guard let digits = reader.fraction(6) else { return nil }
        fraction = digits
      }
      guard reader.take("Z") else { return nil }
    }
    guard reader.rest.isEmpty else { return nil }
    self.init(microseconds: seconds * 1_000_000 + fraction)
  }
}

extension Timestamp: CustomStringConvertible {
  package var description: String {
    let (days, rest) = microseconds.quotientAndRemainder(dividingBy: Timestamp.day)
    let (year, month, day) = Calendar.date(ofDay: days)
    let seconds = rest / 1_000_000
    var text: [UInt8] = []
    text.reserveCapacity(27)
    text.append(digits: year, 4, then: "-")
    text.append(digits: month, 2, then: "-")
    text.append(digits: day, 2, then: "T")
    text.append(digits: seconds / 3600, 2, then: ":")
    text.append(digits: seconds / 60 % 60, 2, then: ":")
    text.append(digits: seconds % 60, 2, then: ".")
    text.append(digits: rest % 1_000_000, 6, then: "Z")
    return String(decoding: text, as: UTF8.self)
  }

  /// The day, as `2026-11-20`.
  package var day: String { String(description.prefix(10)) }
}

extension [UInt8] {
  fileprivate mutating func append(digits number: Int64, _ width: Int, then end: Unicode.Scalar) {
    var rest = UInt32(truncatingIfNeeded: number)
    let start = count
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: width))
    for index in (start..<start + width).reversed() {
      self[index] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    append(UInt8(ascii: end))
  }
}

private struct DigitReader {
  var rest: ArraySlice<UInt8>

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: scalar) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ width: Int) -> Int64? {
    guard rest.count >= width else { return nil }
    var number: Int64 = 0
    for byte in rest.prefix(width) {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int64(byte - 0x30)
    }
    rest.removeFirst(width)
    return number
  }

  /// Parses one to `width` decimals, padded with zeros.
  mutating func fraction(_ width: Int) -> Int64? {
    let count = rest.prefix { (0x30...0x39).contains($0) }.count
    guard (1...width).contains(count), var number = number(count) else { return nil }
    for _ in count..<width { number *= 10 }
    return number
  }
}

/// The Gregorian calendar, in days since 1970.
private enum Calendar {
  static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Both count years from March, so that the leap day is the last day of the year.
  private static let daysBefore1970: Int64 = 719_468
  private static let daysOf400Years: Int64 = 146_097

  static func days(toYear year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year % 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysOf400Years + dayOfEra - daysBefore1970
  }

  static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let day = day + daysBefore1970
    let (era, dayOfEra) = day.quotientAndRemainder(dividingBy: daysOf400Years)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)
    return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
  }
}
