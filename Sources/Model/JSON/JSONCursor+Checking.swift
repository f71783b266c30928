extension JSONCursor {
  /// Checks that a text is one value, in linear time.
  static func check(_ bytes: [UInt8], _ dialect: JSONDialect) throws(JSONError) {
    do throws(JSONError) {
      var cursor = JSONCursor(bytes, dialect: dialect)
      _ = try cursor.checkValue(depth: 1)
      try cursor.finish()
    } catch {
      // Outside of strings, text that is not UTF-8 is no JSON either.
      try checkUTF8(bytes[...])
      throw error
    }
  }

  /// Consumes a value, and checks all that is in it; `depth` is the level of its brackets, from 1.
  ///
  /// - Returns: the index behind the value.
  mutating func checkValue(depth: Int) throws(JSONError) -> Int {
    guard checkedCount < dialect.maxValues else { throw error(.tooManyValues) }
    checkedCount += 1
    switch next {
    case nil: throw error(.truncated)
    case JSONCursor.quote: return try checkText()
    case JSONBracket.object.openingByte: return try checkBrackets(.object, depth)
    case JSONBracket.array.openingByte: return try checkBrackets(.array, depth)
    default:
      guard takeScalar() else { throw invalidScalar() }
      let end = offset
      skipSpace()
      return end
    }
  }

  private mutating func checkBrackets(
    _ bracket: JSONBracket,
    _ depth: Int
  ) throws(JSONError) -> Int {
    guard depth <= dialect.maxDepth else { throw error(.tooDeep) }
    try open(bracket)
    while next != bracket.closingByte {
      if bracket == .object {
        guard next == JSONCursor.quote else { throw error(.nameMissing) }
        _ = try checkText()
        checkedCount += 1
        try takeColon()
      }
      _ = try checkValue(depth: depth + 1)
      try takeComma(before: bracket)
    }
    let end = offset + 1
    _ = take(bracket.closingByte)
    return end
  }

  /// Consumes a string whose opening quote is next.
  private mutating func checkText() throws(JSONError) -> Int {
    let start = offset
    let plain = JSONCursor.plainText(in: bytes, from: start + 1, to: end)
    guard plain.end < end else { throw error(.quoteMissing, at: start, isTruncated: true) }
    if bytes[plain.end] == JSONCursor.quote {
      offset = plain.end + 1
      if !plain.isASCII { try JSONCursor.checkUTF8(bytes[start..<offset]) }
    } else {
      _ = try unescapedText(from: start + 1, plainTo: plain.end)
      try JSONCursor.checkUTF8(bytes[start..<offset])
    }
    let end = offset
    skipSpace()
    return end
  }

  static func checkUTF8(_ bytes: ArraySlice<UInt8>) throws(JSONError) {
    do throws(UTF8.ValidationError) { _ = try UTF8Span(validating: bytes.span) } catch {
      throw JSONError(.notUTF8, at: bytes.startIndex + error.byteOffsets.lowerBound)
    }
  }

  /// Finds the first quote, backslash or control character, or the end.
  static func plainText(
    in bytes: [UInt8],
    from start: Int,
    to end: Int
  ) -> (end: Int, isASCII: Bool) {
    bytes.withUnsafeBytes { plainText(in: $0, from: start, to: end) }
  }

  /// The same, eight bytes at a time.
  static func plainText(
    in bytes: UnsafeRawBufferPointer,
    from start: Int,
    to end: Int
  ) -> (end: Int, isASCII: Bool) {
    let (ones, highBits) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    var index = start
    // The bits of all bytes so far.
    var seen: UInt64 = 0
    while index + 8 <= end {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // A byte of these is 0 where the byte is that character; below, its highest bit is set then.
      let quotes = word ^ (ones &* UInt64(quote))
      let backslashes = word ^ (ones &* UInt64(backslash))
      let found =
        ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
          | (word &- ones &* 0x20) & ~word) & highBits
      guard found == 0 else {
        let count = found.trailingZeroBitCount / 8
        seen |= word & (1 << UInt64(8 * count) &- 1)
        return (index + count, seen & highBits == 0)
      }
      seen |= word
      index += 8
    }
    while index < end, !isSpecial(bytes[index]) {
      seen |= UInt64(bytes[index])
      index += 1
    }
    return (index, seen & highBits == 0)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == JSONCursor.quote || byte == JSONCursor.backslash
  }
}

extension JSONCursor {
  /// Consumes a word or number that is a value, and no space after it.
  private mutating func takeScalar() -> Bool {
    let start = offset
    let word = bytes[start..<endOfScalar]
    offset = word.endIndex
    switch word.first {
    case UInt8(ascii: "n"): if word.elementsEqual("null".utf8) { return true }
    case UInt8(ascii: "t"): if word.elementsEqual("true".utf8) { return true }
    case UInt8(ascii: "f"): if word.elementsEqual("false".utf8) { return true }
    default:
      offset = start
      guard let isWhole = skipNumber(), offset == word.endIndex else { break }
      // Up to 18 digits fit into 64 bits. A longer number may be out of the range of `Double`.
      if isWhole && word.count <= 18 || dialect.hugeNumbers == .replaced { return true }
      if Double(String(decoding: word, as: UTF8.self))?.isFinite == true { return true }
    }
    offset = start
    return false
  }

  /// The error of a word that is not a value.
  private func invalidScalar() -> JSONError {
    let word = bytes[offset..<endOfScalar]
    guard !word.isEmpty else { return error(.valueMissing) }
    let isPrefix =
      word.first.map { JSONCursor.isDigit($0) || $0 == UInt8(ascii: "-") } == true
      || ["null", "true", "false"].contains { $0.utf8.starts(with: word) }
    return error(
      .invalidValue(String(decoding: word.prefix(40), as: UTF8.self)),
      isTruncated: word.endIndex == end && isPrefix
    )
  }

  private var endOfScalar: Int {
    var index = offset
    while index < end, !JSONCursor.endsScalar(bytes[index]) { index += 1 }
    return index
  }

  static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09...0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
