extension StringProtocol {
  /// How many columns of a terminal the text takes.
  package var columnCount: Int {
    isPlainASCII ? utf8.count : reduce(0) { $0 + $1.columnCount }
  }

  /// Whether each byte is a character that takes one column, as in most texts. What is harder to tell
  /// of characters in general is told of these at once.
  var isPlainASCII: Bool {
    let isPlain = { (byte: UInt8) in 0x20..<0x7F ~= byte }
    return utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isPlain) }
      ?? utf8.allSatisfy(isPlain)
  }
}

extension Character {
  /// How many columns of a terminal the character takes: 0, 1 or 2.
  ///
  /// A character is what a person sees as one (a grapheme cluster), so a flag or a family of emoji
  /// takes two columns however many scalars it is made of. Where terminals differ, this is what
  /// most of the newer ones do; characters of ambiguous width take one column.
  package var columnCount: Int {
    if unicodeScalars.count > 1, unicodeScalars.contains("\u{FE0F}") {
      // This selector asks for a picture: "❤" is narrow, "❤️" is wide.
      return 2
    }
    return min(2, unicodeScalars.reduce(0) { $0 + $1.columnCount })
  }
}

extension Unicode.Scalar {
  fileprivate var columnCount: Int {
    // Letters and signs of Europe, dashes, quotes and dots: told without looking up what they are.
    if 0x20..<0x7F ~= value || 0xA0..<0x300 ~= value || 0x2010..<0x2028 ~= value { return 1 }
    switch properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator:
      return 0
    default:
      if isWide { return 2 }
      return isInvisible ? 0 : 1
    }
  }

  private var isWide: Bool {
    // Two letters make a flag, so one of them is narrow although it is an emoji.
    let isFlagLetter = 0x1F1E6...0x1F1FF ~= value
    return (properties.isEmojiPresentation && !isFlagLetter) || wideRanges.contains(value)
  }

  /// Joiners, selectors and the like; and the Hangul vowels and final consonants, which join the
  /// consonant before them. The soft hyphen is ignorable too, but terminals draw it.
  private var isInvisible: Bool {
    switch value {
    case 0xAD: false
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

extension [ClosedRange<UInt32>] {
  /// Whether any of the ranges, which ascend, contains `value`.
  fileprivate func contains(_ value: UInt32) -> Bool {
    var candidates = self[...]
    while !candidates.isEmpty {
      let middle = (candidates.startIndex + candidates.endIndex) / 2
      if candidates[middle].contains(value) { return true }
      candidates =
        value < candidates[middle].lowerBound
        ? candidates[..<middle] : candidates[(middle + 1)...]
    }
    return false
  }
}
