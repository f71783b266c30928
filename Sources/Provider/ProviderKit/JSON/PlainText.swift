/// Cleans up text of upstreams.
extension StringProtocol {
  /// The text with HTML entities (`&amp;`, `&#39;`, `&#xe9;`) decoded.
  ///
  /// Some services escape names that are not HTML.
  public var decodingHTMLEntities: String {
    guard contains("&") else { return String(self) }
    var text = ""
    var rest = self[...]
    while let ampersand = rest.firstIndex(of: "&") {
      text += rest[..<ampersand]
      rest = rest[ampersand...]
      if let semicolon = rest.prefix(12).firstIndex(of: ";"),
        let character = HTMLEntities.character(of: rest[rest.index(after: ampersand)..<semicolon])
      {
        text.append(character)
        rest = rest[rest.index(after: semicolon)...]
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text + rest
  }
}

/// The HTML entities that occur in names.
private enum HTMLEntities {
  static let named: [String: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  static func character(of name: some StringProtocol) -> Character? {
    guard name.hasPrefix("#") else { return named[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let code, code >= 0x20 else { return nil }
    return Unicode.Scalar(code).map { Character($0) }
  }
}

/// UTF-8 text that was decoded as Windows-1252: `Jonas Ã…kerlund`, `â€¦And Justice for All`.
public enum Mojibake {
  /// Returns the original text if the error is certain.
  ///
  /// It is certain if all characters are bytes of Windows-1252 and the bytes are valid, non-ASCII
  /// UTF-8. Correct text does not qualify: `é` alone is not UTF-8.
  public static func repaired(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard let byte = byte(of: scalar) else { return text }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }

  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    if let byte = windows[scalar] { return byte }
    // The five undefined bytes of Windows-1252 are decoded as control characters.
    return scalar.value < 0x100 ? UInt8(scalar.value) : nil
  }

  private static let windows: [Unicode.Scalar: UInt8] = [
    "€": 0x80, "‚": 0x82, "ƒ": 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, "ˆ": 0x88,
    "‰": 0x89, "Š": 0x8A, "‹": 0x8B, "Œ": 0x8C, "Ž": 0x8E, "‘": 0x91, "’": 0x92, "“": 0x93,
    "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97, "˜": 0x98, "™": 0x99, "š": 0x9A, "›": 0x9B,
    "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
  ]
}
