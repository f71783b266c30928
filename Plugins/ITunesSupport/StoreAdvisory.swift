/// What the shop says of the words of a song or album, in all its spellings.
package enum StoreAdvisory: Hashable, Sendable {
  case explicit, cleaned, none

  private static let words: [String: StoreAdvisory] = [
    // The feeds of version 2 misspell it.
    "explicit": .explicit, "explict": .explicit,
    "cleaned": .cleaned, "clean": .cleaned,
    "notexplicit": .none,
  ]

  /// Reads a word; without one, or with another, nothing is known.
  package init?(_ word: String?) {
    guard let word, let advisory = StoreAdvisory.words[word.lowercased()] else { return nil }
    self = advisory
  }

  package var isExplicit: Bool { self == .explicit }
  /// Present only where it is the cleaned edition of something explicit.
  package var isCleaned: Bool? { self == .cleaned ? true : nil }
}
