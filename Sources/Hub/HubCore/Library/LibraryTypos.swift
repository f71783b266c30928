/// Words that differ by one typo: a letter too many, too few, another one, or two that are swapped.
package enum LibraryTypos {
  /// The length from which a word is searched with a typo.
  package static let minLength = 5

  /// The parts of a word of which a typo leaves one unchanged: its beginning or its end.
  package static func anchors(of word: String) -> (beginning: String, end: String) {
    let middle = max(2, (word.count - 2) / 2)
    return (String(word.prefix(middle)), String(word.dropFirst(middle + 1)))
  }

  /// Whether a word, or the beginning of it that a user has typed so far, differs by one typo.
  package static func differByOne(_ typed: String, _ word: String) -> Bool {
    let typed = Array(typed.unicodeScalars)
    let word = Array(word.unicodeScalars)
    if isOneEdit(typed, word[...]) { return true }
    // The user may not have typed the rest yet.
    return [typed.count - 1, typed.count, typed.count + 1].contains { length in
      length >= minLength && length < word.count && isOneEdit(typed, word[..<length])
    }
  }

  private static func isOneEdit(_ a: [Unicode.Scalar], _ b: ArraySlice<Unicode.Scalar>) -> Bool {
    guard abs(a.count - b.count) <= 1 else { return false }
    var start = 0
    while start < min(a.count, b.count), a[start] == b[b.startIndex + start] { start += 1 }
    var end = 0
    while end < min(a.count, b.count) - start,
      a[a.count - 1 - end] == b[b.endIndex - 1 - end]
    {
      end += 1
    }
    let rests = (a.count - start - end, b.count - start - end)
    switch rests {
    case (0, 1), (1, 0), (1, 1): return true
    case (2, 2):
      return a[start] == b[b.startIndex + start + 1] && a[start + 1] == b[b.startIndex + start]
    default: return false
    }
  }
}
