/// The suggestions for the word that is being typed.
package enum Completion: Hashable, Sendable {
  case candidates([Candidate])
  /// The shell completes file names itself.
  case files

  package struct Candidate: Hashable, Sendable {
    package let word: String
    /// A one-line description; may be empty.
    package let meaning: String
  }

  /// The format of the completion scripts: one line per candidate, or the single line `:files`. A
  /// tab separates the word from its meaning.
  package var lines: [String] {
    switch self {
    case .files: [":files"]
    case .candidates(let candidates):
      candidates.map { $0.meaning.isEmpty ? $0.word : "\($0.word)\t\($0.meaning)" }
    }
  }
}
