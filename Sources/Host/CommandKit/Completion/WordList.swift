/// A list of words that only the program can look up, such as the names of favourites.
package struct WordList: Hashable, Sendable {
  package let name: String

  package init(_ name: String) { self.name = name }

  /// A request for the words of a list.
  package struct Request: Hashable, Sendable {
    package let list: WordList
    /// The word as typed so far; may be empty.
    package let typed: String
    /// The part of the word that precedes the value: `--provider=`.
    let prefix: String

    /// The completion with these words.
    package func completion(_ candidates: [Completion.Candidate]) -> Completion {
      .candidates(candidates.map { .init(word: prefix + $0.word, meaning: $0.meaning) })
    }
  }
}
