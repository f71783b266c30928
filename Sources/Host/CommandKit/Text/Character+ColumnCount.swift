extension StringProtocol {
  /// The width of the text in terminal columns.
  package var columnCount: Int {
    isPlainASCII ? utf8.count : reduce(0) { $0 + $1.columnCount }
  }

  /// Whether all bytes are printable ASCII, each one column wide. This is the fast path for most texts.
  var isPlainASCII: Bool {
    let isPlain = { (byte: UInt8) in 0x20..<0x7F ~= byte }
    return utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isPlain) }
      ?? utf8.allSatisfy(isPlain)
  }
}

extension Character {
  /// The width of the character in terminal columns: 0, 1 or 2.
  ///
  /// A character is a grapheme cluster, so a flag or a family emoji takes two columns however many scalars
  /// it has. Where terminals differ, this follows most of the newer ones; characters of ambiguous width
  /// take one column.
  package var columnCount: Int {
    if unicodeScalars.count > 1, unicodeScalars.contains("\u{FE0F}") {
      // This selector requests the emoji form: "❤" is narrow, "❤️" is wide.
      return 2
    }
    return min(2, unicodeScalars.reduce(0) { $0 + $1.columnCount })
  }
}

extension Unicode.Scalar {
  fileprivate var columnCount: Int {
    // European letters and punctuation: a fast path without a lookup.
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

  /// Joiners, selectors, and the Hangul vowels and final consonants, which join their predecessor.
  /// The soft hyphen is ignorable too, but terminals draw it.
  private var isInvisible: Bool {
    switch value {
    case 0xAD: false
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

extension [ClosedRange<UInt32>] {
  /// Whether one of the ranges, which are in ascending order, contains `value`.
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
