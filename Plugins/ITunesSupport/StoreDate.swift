package import MusicModel
internal import ProviderKit

/// Dates in the formats of the iTunes Store: year, month, day, time with zone, or words.
package enum StoreDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Parses the date part; time zones are ignored.
  package static func date(_ text: String?) -> PartialDate? {
    guard let text = text?.trimmed else { return nil }
    return PartialDate(text) ?? parseWords(text)
  }

  /// Parses `May 5, 2017`.
  private static func parseWords(_ text: String) -> PartialDate? {
    let words = text.split { $0 == " " || $0 == "," }
    guard words.count == 3, let month = months.firstIndex(of: String(words[0])),
      let day = Int(words[1]), let year = Int(words[2])
    else { return nil }
    return PartialDate(year: year, month: month + 1, day: day)
  }
}
