/// Cleans up text of upstreams.
extension StringProtocol {
  /// The text without leading and trailing white space.
  public var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

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
