extension JSONCursor {
  /// Consumes a value without reading it. Only the depth of its brackets and the ends of its strings
  /// are checked; the rest is left to the reader of the value.
  public mutating func skipValue() throws(JSONError) -> Range<Int> {
    let start = offset
    guard let first = next else { throw error(.truncated) }
    switch first {
    case JSONCursor.quote: try skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipBrackets()
    default: try skipScalar()
    }
    let value = start..<offset
    skipSpace()
    return value
  }

  /// Consumes a string whose opening quote is next.
  mutating func skipString() throws(JSONError) {
    let start = offset
    offset += 1
    while true {
      offset = JSONCursor.plainText(in: bytes, from: min(offset, end), to: end).end
      guard let byte = next else { throw error(.quoteMissing, at: start) }
      offset += byte == JSONCursor.backslash ? 2 : 1
      if byte == JSONCursor.quote { return }
      if byte < 0x20, dialect.controlCharacters == .rejected {
        throw error(.quoteMissing, at: start)
      }
    }
  }

  private mutating func skipBrackets() throws(JSONError) {
    var depth = 0
    while offset < end {
      switch bytes[offset] {
      case JSONCursor.quote:
        try skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        guard depth <= dialect.maxDepth else { throw error(.tooDeep) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      offset += 1
      if depth == 0 { return }
    }
    throw error(.truncated)
  }

  private mutating func skipScalar() throws(JSONError) {
    let start = offset
    while offset < end, JSONCursor.isScalar(bytes[offset]) { offset += 1 }
    guard offset > start else { throw error(.valueMissing) }
  }

  /// Whether a byte is a letter, a digit or another part of numbers.
  private static func isScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
    default: false
    }
  }
}
