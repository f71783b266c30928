import EntityResolution

/// The words that a user typed, as the library searches them: in any order, each as a prefix.
package struct LibraryTerms: Hashable, Sendable {
  /// A word of the text.
  package struct Term: Hashable, Sendable {
    package let word: String
    /// Whether words that begin with it match as well.
    package let isPrefix: Bool
    /// The number of the run of characters that contains it.
    fileprivate let run: Int
    /// Whether it is long enough to be searched with a typo.
    package var isCorrectable: Bool { isPrefix && word.count >= LibraryTypos.minLength }
  }

  package let terms: [Term]
  /// An expression in the syntax of the index.
  package struct Expression: Hashable, Sendable {
    package let text: String
    /// Whether it selects only records that the user likes or opens.
    package let isOfPreferred: Bool

    init(_ text: String, isOfPreferred: Bool = false) {
      self.text = text
      self.isOfPreferred = isOfPreferred
    }
  }
  /// The text as a whole name.
  private let name: String
  /// The maximum number of words that are searched.
  private static let maxTerms = 16
  /// The number of pairs of characters from which one of the characters may be a typo.
  private static let minPairs = 3
  /// Words that names often omit.
  private static let fillers: Set<String> = ["and", "the"]

  /// Reads a text; `others` are further names that records must contain, such as the artist.
  package init(_ text: String, and others: [String] = []) {
    let runs = ([text] + others).flatMap(LibraryText.runs).enumerated()
    let all = runs.flatMap { number, run in
      if run.isDense, run.characters.count > 1 {
        return run.pairs.map { Term(word: $0, isPrefix: false, run: number) }
      }
      return [Term(word: LibraryText.encoded(run.characters), isPrefix: true, run: number)]
    }
    let essential = all.filter { !LibraryTerms.fillers.contains($0.word) }
    terms = Array((essential.isEmpty ? all : essential).prefix(LibraryTerms.maxTerms))
    name = others.isEmpty ? LibraryText.wholeName(text) : ""
  }

  /// The expressions to match one after another, the best first.
  ///
  /// They select records of that very name, preferred ones with all words, names that begin with the
  /// text, and others with all words.
  package var expressions: [Expression] {
    guard !terms.isEmpty else { return [] }
    let words = terms.map { LibraryTerms.phrase($0.word, isPrefix: $0.isPrefix) }
      .joined(separator: " AND ")
    let (all, preferred) = (Expression(words), Expression(words, isOfPreferred: true))
    guard !name.isEmpty else { return [preferred, all] }
    return [
      Expression(LibraryTerms.phrase(name, isPrefix: false)), preferred,
      Expression(LibraryTerms.phrase(name, isPrefix: true)), all,
    ]
  }

  /// The expression for a text with typos.
  ///
  /// It has known words in place of those that no record contains, and ignores one of the characters of
  /// each script without spaces.
  ///
  /// - Returns: `nil` if a word has no replacement, or no word can be replaced.
  package func expression(replacing replacements: [String: [String]]) -> Expression? {
    var parts: [String] = []
    for run in Set(terms.map(\.run)).sorted() {
      let pairs = terms.filter { $0.run == run && !$0.isPrefix }.map(\.word)
      if pairs.count >= LibraryTerms.minPairs { parts.append(LibraryTerms.withoutOne(of: pairs)) }
      for term in terms where term.run == run {
        guard term.isPrefix || pairs.count < LibraryTerms.minPairs else { continue }
        let original = LibraryTerms.phrase(term.word, isPrefix: term.isPrefix)
        if let words = replacements[term.word], !words.isEmpty {
          let alternatives = [original] + words.map { LibraryTerms.phrase($0, isPrefix: false) }
          parts.append("(\(alternatives.joined(separator: " OR ")))")
        } else {
          guard !term.isCorrectable else { return nil }
          parts.append(original)
        }
      }
    }
    guard parts.contains(where: { $0.hasPrefix("(") }) else { return nil }
    return Expression(parts.joined(separator: " AND "))
  }

  /// The expression for neighbouring characters, of which any one is another one.
  private static func withoutOne(of pairs: [String]) -> String {
    let alternatives = (0...pairs.count).map { wrong in
      let others = pairs.indices.filter { $0 != wrong && $0 != wrong - 1 }
      return others.map { phrase(pairs[$0], isPrefix: false) }.joined(separator: " AND ")
    }
    return "(\(alternatives.map { "(\($0))" }.joined(separator: " OR ")))"
  }

  /// A word in the syntax of the index; words contain no quotes.
  private static func phrase(_ word: String, isPrefix: Bool) -> String {
    "\"\(word)\"\(isPrefix ? " *" : "")"
  }
}
