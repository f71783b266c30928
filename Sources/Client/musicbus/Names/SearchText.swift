import MusicModel

/// The text of a search as typed.
struct SearchText: Hashable, Sendable {
  /// Without spaces around it.
  let text: String

  init(_ words: [String]) { self.init(words.joined(separator: " ")) }

  init(_ text: String) { self.text = text.trimmed }

  var isEmpty: Bool { text.isEmpty }

  /// Whether the text is so short that it only makes sense as an exact name (U2).
  ///
  /// In Chinese, Japanese and Korean, two characters are a word.
  var isShort: Bool {
    text.count == 1 || text.count == 2 && !text.unicodeScalars.contains(where: \.isEastAsian)
  }
}

extension Unicode.Scalar {
  /// Whether it is an ideograph, or a letter of the Japanese, Korean or Bopomofo script.
  fileprivate var isEastAsian: Bool {
    switch value {
    case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3031...0x31FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC,
      0x1B000...0x1B16F, 0x20000...0x323AF:
      true
    default: false
    }
  }
}
