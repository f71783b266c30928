/// A date that is as exact as known: a year, a month of a year, or a day.
///
/// Written `1980`, `1980-06` or `1980-06-09`, the date part as the source wrote it: no time zone
/// arithmetic is ever done on it.
public struct PartialDate: Hashable, Sendable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12, where known.
  public let month: Int?
  /// 1 to the length of the month, where known; never without a month.
  public let day: Int?

  /// Creates a date, or returns `nil` if no such day exists.
  public init?(year: Int, month: Int? = nil, day: Int? = nil) {
    guard (1...9999).contains(year) else { return nil }
    if let month {
      guard (1...12).contains(month) else { return nil }
      if let day {
        guard (1...PartialDate.length(ofMonth: month, year: year)).contains(day) else { return nil }
      }
    } else if day != nil {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `1980`, `1980-06`, `1980-06-09`, or a full date followed by a time, which is ignored.
  public init?(_ text: some StringProtocol) { self.init(utf8: Array(text.utf8)[...]) }

  /// Reads the same from UTF-8.
  public init?(utf8 bytes: ArraySlice<UInt8>) {
    let date = bytes.prefix { $0 != UInt8(ascii: "T") && $0 != UInt8(ascii: " ") }
    guard [4, 7, 10].contains(date.count), date.count == bytes.count || date.count == 10 else {
      return nil
    }
    var numbers = (0, 0, 0)
    for (index, byte) in date.enumerated() {
      if index == 4 || index == 7 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard (0x30...0x39).contains(byte) else { return nil }
      let digit = Int(byte - 0x30)
      switch index {
      case 0..<4: numbers.0 = numbers.0 * 10 + digit
      case 5..<7: numbers.1 = numbers.1 * 10 + digit
      default: numbers.2 = numbers.2 * 10 + digit
      }
    }
    self.init(
      year: numbers.0,
      month: date.count > 4 ? numbers.1 : nil,
      day: date.count > 7 ? numbers.2 : nil
    )
  }

  /// The first day that it may be.
  public var earliest: PartialDate {
    PartialDate(validYear: year, month: month ?? 1, day: day ?? 1)
  }

  /// The last day that it may be.
  public var latest: PartialDate {
    let month = month ?? 12
    let day = day ?? PartialDate.length(ofMonth: month, year: year)
    return PartialDate(validYear: year, month: month, day: day)
  }

  /// Whether any day of it lies between the two, both included and either left open.
  public func overlaps(from start: PartialDate?, to end: PartialDate?) -> Bool {
    if let start, latest < start.earliest { return false }
    if let end, end.latest < earliest { return false }
    return true
  }

  private init(validYear: Int, month: Int, day: Int) {
    self.year = validYear
    self.month = month
    self.day = day
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension PartialDate: Comparable {
  /// By the first day that each may be; of two that begin alike, the less exact one is first.
  public static func < (left: PartialDate, right: PartialDate) -> Bool {
    (left.year, left.month ?? 0, left.day ?? 0) < (right.year, right.month ?? 0, right.day ?? 0)
  }
}

extension PartialDate: CustomStringConvertible {
  public var description: String {
    var text = PartialDate.digits(year, 4)
    if let month { text += "-" + PartialDate.digits(month, 2) }
    if let day { text += "-" + PartialDate.digits(day, 2) }
    return text
  }

  private static func digits(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
