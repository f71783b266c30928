/// A position in JSON text, from which values are located, skipped or read.
///
/// Locating does not look into values: a document of 100,000 favourites opens in half a second, and its
/// snapshots are read only when shown. After each step the cursor is at the next token.
public struct JSONCursor: Sendable {
  let bytes: [UInt8]
  let end: Int
  public let dialect: JSONDialect
  /// The index of the next byte.
  public internal(set) var offset: Int
  /// The number of values and names that were checked.
  var checkedCount = 0

  /// Starts at the first token of the text, or of a range of it.
  public init(_ bytes: [UInt8], _ range: Range<Int>? = nil, dialect: JSONDialect = .wire) {
    self.bytes = bytes
    self.dialect = dialect
    offset = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
    if dialect.byteOrderMark == .replaced, bytes[offset..<end].starts(with: [0xEF, 0xBB, 0xBF]) {
      offset += 3
    }
    skipSpace()
  }

  /// The text of a value.
  public func text(of value: Range<Int>) -> ArraySlice<UInt8> { bytes[value] }

  /// The next byte, or `nil` at the end.
  public var next: UInt8? { offset < end ? bytes[offset] : nil }

  /// Whether the next value is an object or array.
  public func isAt(_ bracket: JSONBracket) -> Bool { next == bracket.openingByte }

  /// Whether the rest of the text begins and ends with these brackets.
  public func isEnclosed(by bracket: JSONBracket) -> Bool {
    end > offset + 1 && isAt(bracket) && bytes[end - 1] == bracket.closingByte
  }

  /// Consumes an opening bracket.
  public mutating func open(_ bracket: JSONBracket) throws(JSONError) {
    guard take(bracket.openingByte) else { throw error(.bracketMissing(bracket)) }
  }

  /// Consumes the name of the next member and its colon.
  ///
  /// - Returns: the range of the name without its quotes; `nil` at the end of the object, whose bracket
  ///   is consumed.
  public mutating func nextName() throws(JSONError) -> Range<Int>? {
    if take(JSONBracket.object.closingByte) { return nil }
    guard next == JSONCursor.quote else { throw error(.nameMissing) }
    let start = offset
    try skipString()
    let name = start + 1..<offset - 1
    skipSpace()
    try takeColon()
    return name
  }

  /// Consumes the next member of an object: its name without quotes, and its value.
  public mutating func nextMember() throws(JSONError) -> (name: Range<Int>, value: Range<Int>)? {
    guard let name = try nextName() else { return nil }
    return (name, try memberValue())
  }

  /// Consumes the value of the member whose name was consumed last, and its comma.
  public mutating func memberValue() throws(JSONError) -> Range<Int> {
    let value = try skipValue()
    try takeComma(before: .object)
    return value
  }

  /// Consumes the next element of an array; `nil` at its end, whose bracket is consumed.
  public mutating func nextElement() throws(JSONError) -> Range<Int>? {
    if take(JSONBracket.array.closingByte) { return nil }
    let value = try skipValue()
    try takeComma(before: .array)
    return value
  }

  /// Checks that nothing follows.
  public func finish() throws(JSONError) {
    guard offset == end else { throw error(.trailingText) }
  }

  mutating func takeColon() throws(JSONError) {
    guard take(UInt8(ascii: ":")) else { throw error(.colonMissing) }
  }

  /// After a member or element: consumes a comma that something follows, unless the end is next.
  mutating func takeComma(before bracket: JSONBracket) throws(JSONError) {
    let comma = offset
    if take(UInt8(ascii: ",")) {
      guard next != bracket.closingByte else { throw error(.danglingComma, at: comma) }
    } else if next != bracket.closingByte {
      throw error(.commaMissing(before: bracket))
    }
  }

  func error(_ kind: JSONError.Kind, at position: Int? = nil, isTruncated: Bool = false)
    -> JSONError
  {
    JSONError(kind, at: position ?? offset, isTruncated: isTruncated || offset >= end)
  }

  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
}

extension JSONCursor {
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard offset < end, bytes[offset] == byte else { return false }
    offset += 1
    skipSpace()
    return true
  }

  @inline(__always)
  mutating func skipSpace() {
    while offset < end, bytes[offset] <= 0x20 {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      case 0x0B, 0x0C:
        if dialect.controlCharacters == .rejected { return }
        offset += 1
      default: return
      }
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
