/// The parental advisory of a song or album.
package enum StoreAdvisory: Hashable, Sendable {
  case explicit, cleaned, none

  private static let values: [String: StoreAdvisory] = [
    // The misspelling of the feeds of version 2.
    "explicit": .explicit, "explict": .explicit,
    "cleaned": .cleaned, "clean": .cleaned,
    "notexplicit": .none,
  ]

  /// Parses an advisory; `nil` if it is missing or unknown.
  package init?(_ word: String?) {
    guard let word, let advisory = StoreAdvisory.values[word.lowercased()] else { return nil }
    self = advisory
  }

  package var isExplicit: Bool { self == .explicit }
  /// `true` for the cleaned edition of an explicit item, otherwise `nil`.
  package var isCleaned: Bool? { self == .cleaned ? true : nil }
}
