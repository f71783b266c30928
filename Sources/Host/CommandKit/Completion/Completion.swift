/// The suggestions for the word that is being typed.
package enum Completion: Hashable, Sendable {
  case candidates([Candidate])
  /// The shell completes file names itself.
  case files
  /// The program looks up the candidates.
  case list(WordList.Request)

  package struct Candidate: Hashable, Sendable {
    package let word: String
    /// A one-line description; may be empty.
    package let meaning: String

    package init(word: String, meaning: String) {
      self.word = word
      self.meaning = meaning
    }
  }

  /// The format of the completion scripts: one line per candidate, or the single line `:files`. A
  /// tab separates the word from its meaning.
  package var lines: [String] {
    switch self {
    case .files: [":files"]
    case .list: []
    case .candidates(let candidates):
      candidates.map { $0.meaning.isEmpty ? $0.word : "\($0.word)\t\($0.meaning)" }
    }
  }
}
