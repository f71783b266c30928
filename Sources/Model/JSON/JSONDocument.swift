/// A JSON text that is valid as a whole, with the position of each of its values.
///
/// All reading begins here: it is checked once, in linear time, and nothing is copied from it until a
/// value is asked for.
public final class JSONDocument: Sendable {
  struct Node: Sendable {
    enum Kind: Sendable {
      case object, array
      /// A string with or without escapes.
      case plainText, escapedText
      case whole, fraction, yes, no, null
    }

    let kind: Kind
    let start: Int
    var end: Int
    /// The index of the node after this one and all that is in it.
    var next: Int
  }

  let bytes: [UInt8]
  let dialect: JSONDialect
  /// In the order of the text; in an object, each name is followed by its value.
  let nodes: [Node]

  /// Checks the one value that the bytes contain.
  public init(_ bytes: [UInt8], _ dialect: JSONDialect = .wire) throws(JSONError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw JSONError(.notUTF8, at: error.byteOffsets.lowerBound)
    }
    var parser = JSONParser(bytes, dialect)
    try parser.parse()
    self.bytes = bytes
    self.dialect = dialect
    nodes = parser.nodes
  }

  /// The value of the text.
  public var root: JSONElement { JSONElement(self, 0) }
}

/// Finds the values of a text, and its first error.
private struct JSONParser {
  private var cursor: JSONCursor
  private let dialect: JSONDialect
  private(set) var nodes: [JSONDocument.Node] = []

  init(_ bytes: [UInt8], _ dialect: JSONDialect) {
    self.dialect = dialect
    cursor = JSONCursor(bytes, dialect: dialect)
    nodes.reserveCapacity(bytes.count / 16 + 1)
  }

  mutating func parse() throws(JSONError) {
    try value(depth: 1)
    try cursor.finish()
  }

  /// Parses a value; `depth` is the level of its brackets, from 1.
  private mutating func value(depth: Int) throws(JSONError) {
    guard nodes.count < dialect.maxValues else { throw cursor.error(.tooManyValues) }
    switch cursor.next {
    case nil: throw cursor.error(.truncated)
    case JSONCursor.quote: try text()
    case JSONBracket.object.openingByte: try object(depth)
    case JSONBracket.array.openingByte: try array(depth)
    default: try scalar()
    }
  }

  private mutating func add(_ kind: JSONDocument.Node.Kind, from start: Int, to end: Int) {
    nodes.append(.init(kind: kind, start: start, end: end, next: nodes.count + 1))
  }

  private mutating func text() throws(JSONError) {
    let start = cursor.offset
    let isPlain = try cursor.checkText()
    add(isPlain ? .plainText : .escapedText, from: start, to: cursor.offset)
    cursor.skipSpace()
  }

  private mutating func object(_ depth: Int) throws(JSONError) {
    try brackets(.object, depth) { (parser) throws(JSONError) in
      guard parser.cursor.next == JSONCursor.quote else { throw parser.cursor.error(.nameMissing) }
      try parser.text()
      try parser.cursor.takeColon()
      try parser.value(depth: depth + 1)
    }
  }

  private mutating func array(_ depth: Int) throws(JSONError) {
    try brackets(.array, depth) { (parser) throws(JSONError) in
      try parser.value(depth: depth + 1)
    }
  }

  private mutating func brackets(
    _ bracket: JSONBracket,
    _ depth: Int,
    _ part: (inout JSONParser) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard depth <= dialect.maxDepth else { throw cursor.error(.tooDeep) }
    let index = nodes.count
    add(bracket == .object ? .object : .array, from: cursor.offset, to: cursor.offset)
    try cursor.open(bracket)
    while cursor.next != bracket.closingByte {
      try part(&self)
      try cursor.takeComma(before: bracket)
    }
    nodes[index].end = cursor.offset + 1
    nodes[index].next = nodes.count
    _ = cursor.take(bracket.closingByte)
  }

  private mutating func scalar() throws(JSONError) {
    let start = cursor.offset
    guard let kind = cursor.takeScalar() else { throw cursor.invalidScalar() }
    add(kind, from: start, to: cursor.offset)
    cursor.skipSpace()
  }
}

extension JSONCursor {
  /// Consumes a string, of which the opening quote is next, and no space after it.
  ///
  /// - Returns: whether it has no escapes.
  fileprivate mutating func checkText() throws(JSONError) -> Bool {
    let start = offset
    offset += 1
    while offset < end {
      let byte = bytes[offset]
      if byte == JSONCursor.quote {
        offset += 1
        return true
      }
      guard byte >= 0x20, byte != JSONCursor.backslash else {
        let plainEnd = offset
        offset = start + 1
        _ = try unescapedText(from: start + 1, plainTo: plainEnd)
        return false
      }
      offset += 1
    }
    throw error(.quoteMissing, at: start, isTruncated: true)
  }

  /// Consumes a word or number that is a value, and no space after it; `nil` if it is none.
  fileprivate mutating func takeScalar() -> JSONDocument.Node.Kind? {
    let start = offset
    let word = bytes[start..<endOfScalar]
    offset = word.endIndex
    if word.elementsEqual("null".utf8) { return .null }
    if word.elementsEqual("true".utf8) { return .yes }
    if word.elementsEqual("false".utf8) { return .no }
    offset = start
    guard let isWhole = skipNumber(), offset == word.endIndex else {
      offset = start
      return nil
    }
    // Up to 18 digits fit into 64 bits.
    if isWhole, word.count <= 18 { return .whole }
    let digits = String(decoding: word, as: UTF8.self)
    if isWhole, Int(digits) != nil { return .whole }
    if let number = Double(digits), number.isFinite { return .fraction }
    if dialect.hugeNumbers == .replaced { return .null }
    offset = start
    return nil
  }

  /// The error of a word that is not a value.
  fileprivate func invalidScalar() -> JSONError {
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

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09...0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
