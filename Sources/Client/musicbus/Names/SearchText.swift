/// The text of a search as typed.
struct SearchText: Hashable, Sendable {
  /// Without spaces around it.
  let text: String

  init(_ words: [String]) { self.init(words.joined(separator: " ")) }

  init(_ text: String) { self.text = text.trimmed }

  var isEmpty: Bool { text.isEmpty }

  /// Whether the text is so short that it only makes sense as an exact name (U2).
  var isShort: Bool { (1...2).contains(text.count) }
}

extension StringProtocol {
  /// Without spaces at both ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
