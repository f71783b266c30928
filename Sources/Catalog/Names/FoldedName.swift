/// A name as it is compared: without case, accents, punctuation, spaces and a leading "the".
///
/// "Beyoncé" equals "beyonce", "AC/DC" equals "ACDC", "Simon & Garfunkel" equals "Simon and
/// Garfunkel", "The Beatles" equals "Beatles". Punctuation is kept where it is all there is ("!!!",
/// "+").
package struct FoldedName: Hashable, Sendable {
  /// The words, separated by one space each.
  package let words: String
  private let key: String

  package init(_ text: String) {
    let folded = Folding.fold(text)
    words = String(decoding: folded, as: UTF8.self)
    key = String(decoding: folded.filter { $0 != Folding.space }, as: UTF8.self)
  }

  package static func == (left: FoldedName, right: FoldedName) -> Bool { left.key == right.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// Whether the other name begins with this one, word by word, and goes on after it.
  package func begins(_ longer: FoldedName) -> Bool {
    longer.words.utf8.starts(with: words.utf8)
      && longer.words.utf8.dropFirst(words.utf8.count).first == Folding.space
  }
}
