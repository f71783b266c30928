/// What a shell can offer for the word that is being typed.
package enum Completion: Hashable, Sendable {
  case candidates([Candidate])
  /// The shell knows files better than we do.
  case files

  package struct Candidate: Hashable, Sendable {
    package let word: String
    /// What the word stands for, in one line; may be empty.
    package let meaning: String
  }

  /// The form in which the scripts of ``CompletionScript`` read it: a line for each candidate, word
  /// and meaning parted by a tab, or the one line `:files`.
  package var lines: [String] {
    switch self {
    case .files: [":files"]
    case .candidates(let candidates):
      candidates.map { $0.meaning.isEmpty ? $0.word : "\($0.word)\t\($0.meaning)" }
    }
  }
}
