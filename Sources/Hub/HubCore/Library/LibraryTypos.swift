/// The words that differ from one by one typo.
///
/// A typo is a letter too many or too few, another letter, or two that are swapped.
package struct LibraryTypos: Hashable, Sendable {
  /// The length from which a word is searched with a typo.
  package static let minLength = 5

  private let typed: [Unicode.Scalar]

  package init(of word: String) { typed = Array(word.unicodeScalars) }

  /// The parts of a word of which a typo leaves one unchanged: its beginning or its end.
  package static func anchors(of word: String) -> (beginning: String, end: String) {
    let middle = (word.count - 1) / 2
    return (String(word.prefix(middle)), String(word.dropFirst(middle + 1)))
  }

  /// Whether a word, or the beginning of it that a user has typed so far, differs by one typo.
  package func contain(_ word: String) -> Bool {
    let word = Array(word.unicodeScalars)
    guard word.count >= typed.count - 1 else { return false }
    if isOneEdit(word[...]) { return true }
    // The user may not have typed the rest yet.
    return (typed.count - 1...typed.count + 1).contains { length in
      length >= LibraryTypos.minLength && length < word.count && isOneEdit(word[..<length])
    }
  }

  private func isOneEdit(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    guard abs(typed.count - word.count) <= 1 else { return false }
    let least = min(typed.count, word.count)
    var start = 0
    while start < least, typed[start] == word[word.startIndex + start] { start += 1 }
    var end = 0
    while end < least - start,
      typed[typed.count - 1 - end] == word[word.endIndex - 1 - end]
    {
      end += 1
    }
    let rests = (typed.count - start - end, word.count - start - end)
    switch rests {
    case (0, 1), (1, 0), (1, 1): return true
    case (2, 2):
      return typed[start] == word[word.startIndex + start + 1]
        && typed[start + 1] == word[word.startIndex + start]
    default: return false
    }
  }
}
