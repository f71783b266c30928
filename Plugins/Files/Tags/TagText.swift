@_spi(_Unicode) internal import Swift

/// Texts of tags and names of files, which may be in a wrong encoding.
enum TagText {
  private static let maxLength = 1000

  /// Returns a text without what no name has: control characters, and blanks around it.
  ///
  /// `nil` if nothing is left.
  static func cleaned(_ text: String) -> String? {
    if isClean(text) { return text }
    let repaired = repaired(text)
    var scalars = String.UnicodeScalarView()
    for scalar in repaired.unicodeScalars.prefix(maxLength) {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      scalars.append(isControl || scalar.value == 0xFEFF ? " " : scalar)
    }
    let words = String(scalars).split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return nil }
    return String(String.UnicodeScalarView(words.joined(separator: " ")._nfc))
  }

  /// Whether a text is of single words in ASCII, as most are, so that nothing is to be done.
  private static func isClean(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let last = bytes.last, last != 0x20, bytes.count <= maxLength else { return false }
      var previous: UInt8 = 0x20
      for byte in bytes {
        guard (0x20..<0x7F).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
        previous = byte
      }
      return true
    }
  }

  /// Returns a text whose bytes were read as Latin-1, but are of another encoding.
  private static func repaired(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { $0.value >= 0x80 }), scalars.allSatisfy({ $0.value <= 0xFF })
    else { return text }
    let isLatin1 = !scalars.contains { (0x80...0x9F).contains($0.value) }
    return TextEncoding.text(scalars.map { UInt8($0.value) }, isProbablyWestern: isLatin1)
  }

  /// Returns the text of a file: UTF-16 with a mark of its byte order, or as a name; `nil` if it fits no encoding.
  static func decoded(_ bytes: [UInt8]) -> String? {
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    let text = isUTF16 ? utf16(bytes) : name(bytes)
    let scalars = text.unicodeScalars
    // One damaged character must not lose the others.
    let damaged = scalars.count { $0 == "\u{FFFD}" }
    return damaged * 100 > scalars.count || scalars.contains("\0") ? nil : text
  }

  private static func utf16(_ bytes: [UInt8]) -> String {
    let (high, low) = bytes[0] == 0xFE ? (0, 1) : (1, 0)
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Returns the name of a file, which may be any bytes.
  static func name(_ bytes: [UInt8]) -> String { TextEncoding.text(bytes) }
}
