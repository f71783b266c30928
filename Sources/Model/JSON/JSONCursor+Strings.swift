extension JSONCursor {
  /// Reads a string. Its bytes must be UTF-8.
  public mutating func text() throws(JSONError) -> String {
    guard next == JSONCursor.quote else { throw error(.valueMissing) }
    let start = offset + 1
    let stop = JSONCursor.plainText(in: bytes, from: start, to: end).end
    guard stop < end else { throw unclosed(from: start) }
    defer { skipSpace() }
    guard bytes[stop] == JSONCursor.quote else {
      return try unescapedText(from: start, plainTo: stop)
    }
    offset = stop + 1
    return String(decoding: bytes[start..<stop], as: UTF8.self)
  }

  /// The range of a string without escapes and quotes, or `nil` if the next value is anything else. The string is
  /// consumed.
  public mutating func plainText() -> Range<Int>? {
    guard next == JSONCursor.quote else { return nil }
    let start = offset + 1
    let stop = JSONCursor.plainText(in: bytes, from: start, to: end).end
    guard stop < end, bytes[stop] == JSONCursor.quote else { return nil }
    offset = stop + 1
    skipSpace()
    return start..<stop
  }

  private func unclosed(from start: Int) -> JSONError {
    error(.quoteMissing, at: start - 1, isTruncated: true)
  }

  /// Consumes the rest of a string, and no space after it.
  mutating func unescapedText(
    from start: Int,
    plainTo stop: Int
  ) throws(JSONError) -> String {
    var text = Array(bytes[start..<stop])
    offset = stop
    while let byte = next {
      offset += 1
      switch byte {
      case JSONCursor.quote: return String(decoding: text, as: UTF8.self)
      case JSONCursor.backslash: try readEscape(into: &text)
      case 0..<0x20:
        guard dialect.controlCharacters == .replaced else {
          throw JSONError(.quoteMissing, at: start - 1)
        }
        text.append([0x09, 0x0A, 0x0D].contains(byte) ? byte : 0x20)
      default: text.append(byte)
      }
    }
    throw unclosed(from: start)
  }

  /// Reads an escape whose backslash was consumed.
  private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
    let start = offset - 1
    guard let byte = next else { throw error(.invalidEscape, at: start) }
    offset += 1
    switch byte {
    case JSONCursor.quote, JSONCursor.backslash, UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "b"): text.append(dialect.controlCharacters == .replaced ? 0x20 : 0x08)
    case UInt8(ascii: "f"): text.append(dialect.controlCharacters == .replaced ? 0x20 : 0x0C)
    case UInt8(ascii: "u"): text += String(try readScalar(escapedFrom: start)).utf8
    default: throw error(.invalidEscape, at: start)
    }
  }

  /// Reads the digits of an escape, and the second escape of a surrogate pair.
  private mutating func readScalar(
    escapedFrom start: Int
  ) throws(JSONError) -> Unicode.Scalar {
    let first = try readDigits(escapedFrom: start)
    if (0xD800...0xDBFF).contains(first), bytes[offset..<end].starts(with: "\\u".utf8) {
      let second = offset
      offset += 2
      let low = try readDigits(escapedFrom: second)
      if (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
      offset = second
    }
    if first == 0, dialect.controlCharacters == .replaced { return " " }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard dialect.loneSurrogates == .replaced else {
      let isTruncated = "\\u".utf8.starts(with: bytes[offset..<end])
      throw error(.loneSurrogate, at: start, isTruncated: isTruncated)
    }
    return "\u{FFFD}"
  }

  private mutating func readDigits(escapedFrom start: Int) throws(JSONError) -> UInt32 {
    guard offset + 4 <= end else { throw error(.invalidEscape, at: start, isTruncated: true) }
    var code: UInt32 = 0
    for byte in bytes[offset..<offset + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error(.invalidEscape, at: start)
      }
      code = code << 4 | UInt32(digit)
    }
    offset += 4
    return code
  }
}
