import CommandKit
import MusicModel

extension ValueSyntax where Value == PartialDate {
  /// A date, as precisely as known.
  static func date(_ name: String) -> Self {
    Self(name, expectation: "a date such as 1973, 1973-03 or 1973-03-01") { word in
      PartialDate(word).flatMap { $0.description == word ? $0 : nil }
    }
  }
}
