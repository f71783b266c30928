/// Reads a JSON text, one value after the other, and checks what it reads.
///
/// All reading begins here. A text is looked at once, and nothing is copied from it until a value is asked for. Where it
/// is not JSON, reading fails with ``JSONMismatch/notJSON``; ``JSONCodec`` then says what is wrong with it. A copy of a
/// reader stays where it is.
public struct JSONReader: Sendable {
  let bytes: [UInt8]
  let dialect: JSONDialect
  /// The index of the next value; after the last one, of what follows it.
  private(set) var offset: Int
  /// The number of brackets around it.
  private var depth = 0

  public init(_ bytes: [UInt8], _ dialect: JSONDialect = .wire) {
    offset = JSONCursor(bytes, dialect: dialect).offset
    self.bytes = bytes
    self.dialect = dialect
  }

  @inline(__always)
  private var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// Whether nothing follows.
  package var isAtEnd: Bool { offset == bytes.count }
  public var isNull: Bool { next == UInt8(ascii: "n") }
  public var isObject: Bool { next == JSONBracket.object.openingByte }
  var isList: Bool { next == JSONBracket.array.openingByte }
  var isText: Bool { next == JSONCursor.quote }
  var isNumber: Bool { JSONCursor.isDigit(next) || next == UInt8(ascii: "-") }

  /// A mismatch, which names `null` if that is the value.
  package func mismatch(_ reason: String) -> JSONMismatch {
    JSONMismatch(isNull ? "\(reason), not null" : reason)
  }

  /// Moves to the next token behind an index.
  @inline(__always)
  private mutating func move(to index: Int) {
    offset = index
    while offset < bytes.count, bytes[offset] <= 0x20 {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      case 0x0B, 0x0C:
        if dialect.controlCharacters == .rejected { return }
        offset += 1
      default: return
      }
    }
  }

  /// Moves over a byte.
  @inline(__always)
  private mutating func take(_ byte: UInt8) throws(JSONMismatch) {
    guard next == byte else { throw .notJSON }
    move(to: offset + 1)
  }
}

// MARK: Texts, numbers, words

extension JSONReader {
  /// Reads a string.
  public mutating func text() throws(JSONMismatch) -> String {
    guard isText else { throw mismatch("must be a text") }
    let (start, plain) = (offset + 1, plainText)
    guard plain.end < bytes.count, bytes[plain.end] == JSONCursor.quote else {
      return try unescapedText()
    }
    move(to: plain.end + 1)
    let span = bytes.span.extracting(start..<plain.end)
    if plain.isASCII {
      return String(copying: unsafe UTF8Span(unchecked: span, isKnownASCII: true))
    }
    do throws(UTF8.ValidationError) { return String(copying: try UTF8Span(validating: span)) } catch
    {
      throw .notJSON
    }
  }

  /// Reads a string, as UTF-8.
  public mutating func textBytes() throws(JSONMismatch) -> ArraySlice<UInt8> {
    guard isText else { throw mismatch("must be a text") }
    let (start, plain) = (offset + 1, plainText)
    guard plain.isASCII, plain.end < bytes.count, bytes[plain.end] == JSONCursor.quote else {
      return Array(try text().utf8)[...]
    }
    move(to: plain.end + 1)
    return bytes[start..<plain.end]
  }

  private var plainText: (end: Int, isASCII: Bool) {
    JSONCursor.plainText(in: bytes, from: offset + 1, to: bytes.count)
  }

  private mutating func unescapedText() throws(JSONMismatch) -> String {
    var cursor = JSONCursor(bytes, offset..<bytes.count, dialect: dialect)
    do throws(JSONError) {
      let text = try cursor.text()
      try JSONCursor.checkUTF8(bytes[offset..<cursor.offset])
      offset = cursor.offset
      return text
    } catch { throw .notJSON }
  }

  /// Reads a whole number, which may be written as `1.0` or `1e3`: then it is exact up to 2⁵³, and not taken above
  /// that.
  public mutating func integer() throws(JSONMismatch) -> Int {
    guard isNumber else { throw mismatch("must be a whole number") }
    if let number = shortInteger() { return number }
    let (word, isWhole) = try numberWord()
    if isWhole, let number = JSONReader.integer(word) { return number }
    guard let number = Int(exactly: JSONReader.number(word)), number.magnitude < 1 << 53 else {
      throw JSONMismatch("must be a whole number in range")
    }
    return number
  }

  /// Reads a whole number of up to 18 digits, which fit into 64 bits; `nil` for others.
  private mutating func shortInteger() -> Int? {
    var (index, number) = (offset, 0)
    while index < bytes.count, JSONCursor.isDigit(bytes[index]) {
      number = number &* 10 &+ Int(bytes[index] &- 0x30)
      index += 1
    }
    let isPlain = bytes[offset] != UInt8(ascii: "0") || index == offset + 1
    guard (1...18).contains(index - offset), isPlain, isEndOfScalar(index) else { return nil }
    move(to: index)
    return number
  }

  /// Reads a number.
  public mutating func number() throws(JSONMismatch) -> Double {
    guard isNumber else { throw mismatch("must be a number") }
    let number = JSONReader.number(try numberWord().word)
    guard number.isFinite else { throw .notJSON }
    return number
  }

  /// Moves behind a number.
  ///
  /// - Returns: its text, and whether it has neither fraction nor exponent.
  mutating func numberWord() throws(JSONMismatch) -> (word: ArraySlice<UInt8>, isWhole: Bool) {
    let start = offset
    var cursor = JSONCursor(bytes, offset..<bytes.count, dialect: dialect)
    guard let isWhole = cursor.skipNumber(), isEndOfScalar(cursor.offset) else { throw .notJSON }
    let word = bytes[start..<cursor.offset]
    move(to: cursor.offset)
    return (word, isWhole)
  }

  /// The value of a whole number; `nil` if it does not fit.
  static func integer(_ word: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: word, as: UTF8.self))
  }

  static func number(_ word: ArraySlice<UInt8>) -> Double {
    Double(String(decoding: word, as: UTF8.self)) ?? .nan
  }

  /// Reads `true` or `false`.
  public mutating func flag() throws(JSONMismatch) -> Bool {
    let flag = next == UInt8(ascii: "t")
    guard flag || next == UInt8(ascii: "f") else { throw mismatch("must be true or false") }
    try take(flag ? "true" : "false")
    return flag
  }

  /// Moves over `null`.
  ///
  /// - Returns: whether it was there.
  public mutating func null() throws(JSONMismatch) -> Bool {
    guard isNull else { return false }
    try take("null")
    return true
  }

  private mutating func take(_ word: StaticString) throws(JSONMismatch) {
    let end = offset + word.utf8CodeUnitCount
    guard isEndOfScalar(end),
      word.withUTF8Buffer({ bytes[offset..<min(end, bytes.count)].elementsEqual($0) })
    else { throw .notJSON }
    move(to: end)
  }

  private func isEndOfScalar(_ index: Int) -> Bool {
    index >= bytes.count || JSONCursor.endsScalar(bytes[index])
  }
}

// MARK: Objects and lists

extension JSONReader {
  /// Moves into an object or a list.
  public mutating func open(_ bracket: JSONBracket) throws(JSONMismatch) {
    guard next == bracket.openingByte else {
      throw mismatch(bracket == .object ? "must be an object" : "must be a list")
    }
    depth += 1
    guard depth <= dialect.maxDepth else { throw .notJSON }
    move(to: offset + 1)
  }

  /// Moves to the next element, or to the name of the next member; behind the bracket if there is none.
  @inline(__always)
  private mutating func isContinued(
    _ bracket: JSONBracket,
    _ isFirst: Bool
  ) throws(JSONMismatch) -> Bool {
    if next == bracket.closingByte {
      depth -= 1
      move(to: offset + 1)
      return false
    }
    if !isFirst {
      try take(UInt8(ascii: ","))
      guard next != bracket.closingByte else { throw .notJSON }
    }
    return true
  }

  /// Moves to the next element; behind the list at its end.
  public mutating func nextElement(isFirst: Bool) throws(JSONMismatch) -> Bool {
    try isContinued(.array, isFirst)
  }

  /// The name of a member in the text.
  struct Name {
    /// Without quotes.
    var range = 0..<0
    var isPlain = true
  }

  /// Moves to the value of the next member; behind the object at its end.
  mutating func nextName(isFirst: Bool) throws(JSONMismatch) -> Name? {
    guard try isContinued(.object, isFirst) else { return nil }
    guard isText else { throw .notJSON }
    let (start, plain) = (offset + 1, plainText)
    let isPlain = plain.isASCII && plain.end < bytes.count && bytes[plain.end] == JSONCursor.quote
    if isPlain { move(to: plain.end + 1) } else { _ = try text() }
    // Behind a name with escapes may be a space, and before that a quote.
    let end = isPlain ? plain.end : start
    try take(UInt8(ascii: ":"))
    return Name(range: start..<end, isPlain: isPlain)
  }

  /// The text of a name, without its escapes.
  func text(_ name: Name) -> String {
    guard !name.isPlain else {
      let span = bytes.span.extracting(name.range)
      return String(copying: unsafe UTF8Span(unchecked: span, isKnownASCII: true))
    }
    var reader = self
    reader.offset = name.range.lowerBound - 1
    return (try? reader.text()) ?? ""
  }

  /// Whether a name is this one.
  @inline(__always)
  func isText(_ name: Name, _ other: StaticString) -> Bool {
    guard name.isPlain else {
      return other.withUTF8Buffer { text(name).utf8.elementsEqual($0) }
    }
    guard name.range.count == other.utf8CodeUnitCount else { return false }
    return other.withUTF8Buffer { other in
      for index in other.indices where bytes[name.range.lowerBound + index] != other[index] {
        return false
      }
      return true
    }
  }

  /// Reads a list, one element after the other.
  public mutating func elements(
    _ read: (inout JSONReader) throws(JSONMismatch) -> Void
  ) throws(JSONMismatch) {
    try open(.array)
    var isFirst = true
    while try nextElement(isFirst: isFirst) {
      try read(&self)
      isFirst = false
    }
  }

  /// Reads an object, one member after the other; `read` returns whether a name is new.
  ///
  /// - Throws: if one is not, and the dialect allows each only once.
  public mutating func members(
    _ read: (_ name: String, inout JSONReader) throws(JSONMismatch) -> Bool
  ) throws(JSONMismatch) {
    try open(.object)
    var isFirst = true
    while let name = try nextName(isFirst: isFirst) {
      if try !read(text(name), &self) { try refuseDuplicate(name) }
      isFirst = false
    }
  }

  /// The value of the first member of an object with a name; the text is checked before or afterwards.
  package func member(_ name: StaticString) throws(JSONMismatch) -> JSONReader? {
    var json = self
    try json.open(.object)
    var isFirst = true
    while let found = try json.nextName(isFirst: isFirst) {
      if json.isText(found, name) { return json }
      try json.skipUnchecked()
      isFirst = false
    }
    return nil
  }

  func refuseDuplicate(_ name: Name) throws(JSONMismatch) {
    guard dialect.duplicateNames == .rejected else { return }
    throw JSONMismatch(duplicate: text(name), at: name.range.lowerBound - 1)
  }

  /// Moves behind a value, which is checked.
  ///
  /// - Returns: its text.
  @discardableResult
  public mutating func skip() throws(JSONMismatch) -> ArraySlice<UInt8> {
    let start = offset
    var cursor = JSONCursor(bytes, offset..<bytes.count, dialect: dialect)
    do throws(JSONError) {
      let end = try cursor.checkValue(depth: depth + 1)
      offset = cursor.offset
      return bytes[start..<end]
    } catch { throw .notJSON }
  }

  /// Moves behind a value whose text is checked before or afterwards.
  mutating func skipUnchecked() throws(JSONMismatch) {
    var cursor = JSONCursor(bytes, offset..<bytes.count, dialect: dialect)
    do throws(JSONError) { _ = try cursor.skipValue() } catch { throw .notJSON }
    offset = cursor.offset
  }
}

/// The reason why a JSON text is not the value that is wanted.
public struct JSONMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// The names and indexes of the value, outermost first.
  public private(set) var path: [String] = []
  /// Such as `must be a whole number`.
  public let reason: String
  /// The name that appears twice, and the index of the second one.
  let duplicate: String?
  let offset: Int

  public init(_ reason: String) { (self.reason, duplicate, offset) = (reason, nil, 0) }

  init(duplicate name: String, at offset: Int) {
    (reason, duplicate, self.offset) = ("duplicate member \"\(name)\"", name, offset)
  }

  /// The text is not JSON at all.
  static let notJSON = JSONMismatch("is not JSON")

  /// The mismatch as seen from the object or array around it.
  public func within(_ name: String) -> JSONMismatch {
    var mismatch = self
    mismatch.path.insert(name, at: 0)
    return mismatch
  }

  /// Such as `ttlMs: must be a whole number`.
  public var description: String {
    path.isEmpty ? reason : "\(path.joined(separator: ".")): \(reason)"
  }
}
