package import MusicModel

/// A normalized name: without case, accents, punctuation, spaces and the article "the".
///
/// "Beyoncé" equals "beyonce", "AC/DC" equals "ACDC", "Simon & Garfunkel" equals "Simon and
/// Garfunkel", "The Beatles" and "Beatles, The" equal "Beatles". Names of punctuation only are not
/// changed ("!!!", "+").
package struct FoldedName: Hashable, Sendable {
  /// The words, separated by single spaces.
  package let words: String
  /// The words without spaces: names with equal texts are equal.
  let text: String

  package init(_ text: String) {
    let folded = TokenizedName(text).wordsWithoutArticle.map(\.text)
    words = folded.joined(separator: " ")
    self.text = folded.joined()
  }

  package static func == (left: FoldedName, right: FoldedName) -> Bool { left.text == right.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Whether an entity has this name: an artist under any name, an album or song without edition
  /// and guests. A version is another work.
  package func isName(of entity: Entity) -> Bool {
    if FoldedName(entity.displayName) == self { return true }
    if case .artist(let artist) = entity {
      return artist.aliases.contains { FoldedName($0) == self }
    }
    let title = ParsedTitle(entity.displayName)
    return title.version.isEmpty && title.aside.isUnknown && title.core.text == text
  }

  /// Whether it has a word.
  package func hasWord(_ word: Substring) -> Bool {
    var rest = words.utf8[...]
    while !rest.isEmpty {
      let next = rest.prefix { $0 != Characters.space }
      if next.elementsEqual(word.utf8) { return true }
      rest = rest[next.endIndex...].dropFirst()
    }
    return false
  }

  /// Whether two names are in one script; otherwise a difference shows nothing.
  func isComparable(to other: FoldedName) -> Bool {
    Script(text.utf8).isComparable(to: Script(other.text.utf8))
  }

  /// Whether the other name starts with the words of this one and continues.
  package func begins(_ longer: FoldedName) -> Bool {
    !words.isEmpty && longer.words.utf8.starts(with: words.utf8)
      && longer.words.utf8.dropFirst(words.utf8.count).first == Characters.space
  }
}
