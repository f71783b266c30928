/// A date as exact as the catalogue knows it: `1980`, `1980-06` or `1980-06-09`.
struct ReleaseDate: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: String

  init(_ text: String) { self.text = text }
  init(stringLiteral value: String) { text = value }

  var year: String { String(text.prefix(4)) }
  var month: Int? { number(at: 1) }
  var day: Int? { number(at: 2) }

  /// The full day. Apple's store completes partial dates with the first of the month or year.
  var firstDay: String { text + "-01-01".dropFirst(max(0, text.count - 4)) }

  /// Midnight in California, which is what Apple's store means by a release date.
  var storeTimestamp: String { firstDay + (isSummer ? "T07:00:00Z" : "T08:00:00Z") }

  /// Roughly the daylight saving time of California.
  private var isSummer: Bool { (4...10).contains(month ?? 1) }

  private func number(at index: Int) -> Int? {
    let parts = text.split(separator: "-")
    return index < parts.count ? Int(parts[index]) : nil
  }
}
