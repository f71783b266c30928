import EntityResolution

/// The words that a user typed, as the library searches them: in any order, each as a prefix.
package struct LibraryTerms: Hashable, Sendable {
  /// A word of the text.
  package struct Term: Hashable, Sendable {
    package let word: String
    /// Whether words that begin with it match as well.
    package let isPrefix: Bool
    /// Whether it is long enough to be searched with a typo.
    package var isCorrectable: Bool { isPrefix && word.count >= LibraryTypos.minLength }
  }

  package let terms: [Term]
  /// The text as a whole name.
  private let name: String
  /// The maximum number of words that are searched.
  private static let maxTerms = 16
  /// Words that names often omit.
  private static let fillers: Set<String> = ["and", "the"]

  /// Reads a text; `others` are further names that records must contain, such as the artist.
  package init(_ text: String, and others: [String] = []) {
    let all = ([text] + others).flatMap(LibraryText.runs).flatMap { run in
      if run.isDense, run.characters.count > 1 {
        return run.pairs.map { Term(word: $0, isPrefix: false) }
      }
      return [Term(word: LibraryText.encoded(run.characters), isPrefix: true)]
    }
    let essential = all.filter { !LibraryTerms.fillers.contains($0.word) }
    terms = Array((essential.isEmpty ? all : essential).prefix(LibraryTerms.maxTerms))
    name = others.isEmpty ? LibraryText.wholeName(text) : ""
  }

  /// The expressions to match one after another, the best first.
  ///
  /// They select records of that very name, preferred ones with all words, names that begin with the
  /// text, and others with all words.
  package var expressions: [String] {
    guard !terms.isEmpty else { return [] }
    let words = terms.map { LibraryTerms.phrase($0.word, isPrefix: $0.isPrefix) }
      .joined(separator: " AND ")
    let preferred =
      "\(LibraryTerms.phrase(LibraryText.preferredWord, isPrefix: false)) AND \(words)"
    guard !name.isEmpty else { return [preferred, words] }
    return [
      LibraryTerms.phrase(name, isPrefix: false), preferred,
      LibraryTerms.phrase(name, isPrefix: true), words,
    ]
  }

  /// The expression with known words in place of those that no record contains.
  ///
  /// - Returns: `nil` if a word has no replacement.
  package func expression(replacing replacements: [String: [String]]) -> String? {
    let parts = terms.compactMap { term -> String? in
      let original = LibraryTerms.phrase(term.word, isPrefix: term.isPrefix)
      guard let words = replacements[term.word], !words.isEmpty else {
        return term.isCorrectable ? nil : original
      }
      let alternatives = [original] + words.map { LibraryTerms.phrase($0, isPrefix: false) }
      return "(\(alternatives.joined(separator: " OR ")))"
    }
    return parts.count == terms.count && !parts.isEmpty ? parts.joined(separator: " AND ") : nil
  }

  /// A word in the syntax of the index; words contain no quotes.
  private static func phrase(_ word: String, isPrefix: Bool) -> String {
    "\"\(word)\"\(isPrefix ? " *" : "")"
  }
}
