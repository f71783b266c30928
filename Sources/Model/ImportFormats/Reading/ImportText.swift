internal import MusicModel

/// The text of a file, decoded, with a line feed at the end of each line.
struct ImportText {
  let text: String

  /// Decodes UTF-8, UTF-16 with or without a byte order mark, or else Windows-1252.
  init(_ bytes: [UInt8]) {
    var text = ImportText.decoded(bytes)
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    if text.utf8.contains(0x0D) {
      text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }
    self.text = text
  }

  var bytes: [UInt8] { Array(text.utf8) }

  /// The first character that is not white space.
  var firstLetter: Character? { text.first { !$0.isWhitespace } }

  /// The lines, without their ends.
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  private static func decoded(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes[2...], isLittle: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes[2...], isLittle: false) }
    let start = bytes.prefix(64)
    if start.count >= 4 {
      let odd = start.enumerated().allSatisfy { $0.offset % 2 == 0 || $0.element == 0 }
      if odd { return utf16(bytes[...], isLittle: true) }
      let even = start.enumerated().allSatisfy { $0.offset % 2 == 1 || $0.element == 0 }
      if even { return utf16(bytes[...], isLittle: false) }
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.lazy.map(windows)))
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (one, other) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isLittle ? other << 8 | one : one << 8 | other)
      index += 2
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The letters of Windows-1252 from 0x80 to 0x9F.
  private static let letters = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
  )

  private static func windows(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? letters[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }
}
