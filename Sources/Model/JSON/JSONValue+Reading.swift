extension JSONValue {
  /// Reads the one value that the bytes contain.
  public init(_ bytes: [UInt8], _ dialect: JSONDialect) throws(JSONError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw JSONError(.notUTF8, at: error.byteOffsets.lowerBound)
    }
    var cursor = JSONCursor(bytes, dialect: dialect)
    self = try cursor.value(depth: 1)
    try cursor.finish()
  }
}

extension JSONCursor {
  /// Reads a value; `depth` is the level of its brackets, from 1.
  fileprivate mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    valueCount += 1
    guard valueCount <= dialect.maxValues else { throw error(.tooManyValues) }
    switch next {
    case nil: throw error(.truncated)
    case JSONCursor.quote: return .string(try text())
    case JSONBracket.object.openingByte: return try object(depth)
    case JSONBracket.array.openingByte: return try array(depth)
    default: return try scalar()
    }
  }

  private mutating func object(_ depth: Int) throws(JSONError) -> JSONValue {
    guard depth <= dialect.maxDepth else { throw error(.tooDeep) }
    try open(.object)
    var members: [String: JSONValue] = [:]
    while !take(JSONBracket.object.closingByte) {
      guard next == JSONCursor.quote else { throw error(.nameMissing) }
      let start = offset
      let name = try text()
      if dialect.duplicateNames == .rejected, members[name] != nil {
        throw error(.duplicateName(name), at: start)
      }
      try takeColon()
      members[name] = try value(depth: depth + 1)
      try takeComma(before: .object)
    }
    return .object(members)
  }

  private mutating func array(_ depth: Int) throws(JSONError) -> JSONValue {
    guard depth <= dialect.maxDepth else { throw error(.tooDeep) }
    try open(.array)
    var elements: [JSONValue] = []
    while !take(JSONBracket.array.closingByte) {
      elements.append(try value(depth: depth + 1))
      try takeComma(before: .array)
    }
    return .array(elements)
  }

  private mutating func scalar() throws(JSONError) -> JSONValue {
    let start = offset
    while let byte = next, !JSONCursor.endOfScalar.contains(byte) { offset += 1 }
    let word = bytes[start..<offset]
    let stop = offset
    offset = start
    if let value = value(of: word) {
      offset = stop
      skipSpace()
      return value
    }
    guard !word.isEmpty else { throw error(.valueMissing) }
    let shown = String(decoding: word.prefix(40), as: UTF8.self)
    throw error(.invalidValue(shown), isTruncated: stop == end && JSONCursor.isPrefix(word))
  }

  private mutating func value(of word: ArraySlice<UInt8>) -> JSONValue? {
    if word.elementsEqual("null".utf8) { return .null }
    if word.elementsEqual("true".utf8) { return .bool(true) }
    if word.elementsEqual("false".utf8) { return .bool(false) }
    guard let isWhole = skipNumber(), offset == word.endIndex else {
      offset = word.startIndex
      return nil
    }
    let digits = String(decoding: word, as: UTF8.self)
    if isWhole, let integer = Int(digits) { return .integer(integer) }
    if let number = Double(digits), number.isFinite { return .number(number) }
    offset = word.startIndex
    return dialect.hugeNumbers == .replaced ? .null : nil
  }

  /// Whether more bytes could make a value of the word.
  private static func isPrefix(_ word: ArraySlice<UInt8>) -> Bool {
    word.first.map { isDigit($0) || $0 == UInt8(ascii: "-") } == true
      || ["null", "true", "false"].contains { $0.utf8.starts(with: word) }
  }

  private static let endOfScalar = Set(" \t\r\n\u{B}\u{C},:{}[]\"".utf8)
}
