/// Finds the parts of JSON text without reading what it does not need: a document of 100,000
/// favourites must open in half a second, and their snapshots are read only when they are shown.
struct JSONScanner {
  /// What is wrong with a text; completes the sentence "it is no JSON: …".
  struct Fault: Error, Hashable {
    let message: String
  }

  private let bytes: [UInt8]
  private let end: Int
  private(set) var place: Int

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    place = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  /// Takes the bracket that opens an object or array.
  mutating func open(_ bracket: Unicode.Scalar) throws(Fault) {
    skipSpace()
    guard take(UInt8(ascii: bracket)) else { throw Fault(message: "\(bracket) is missing") }
  }

  /// The next member of the open object, or nothing at its end: the name without its quotes, and
  /// the value.
  mutating func nextMember() throws(Fault) -> (name: Range<Int>, value: Range<Int>)? {
    guard let name = try nextName() else { return nil }
    return (name, try memberValue())
  }

  /// The value of the member whose name has just been read.
  mutating func memberValue() throws(Fault) -> Range<Int> {
    let value = try nextValue()
    try passComma(before: UInt8(ascii: "}"))
    return value
  }

  /// The name of the next member, without its quotes, or nothing at the end of the open object.
  mutating func nextName() throws(Fault) -> Range<Int>? {
    skipSpace()
    if take(UInt8(ascii: "}")) { return nil }
    guard place < end, bytes[place] == UInt8(ascii: "\"") else {
      throw Fault(message: "the name of a member is missing")
    }
    let start = place
    try skipString()
    let name = start + 1..<place - 1
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw Fault(message: "a colon is missing") }
    skipSpace()
    return name
  }

  /// The next element of the open array, or nothing at its end.
  mutating func nextElement() throws(Fault) -> Range<Int>? {
    skipSpace()
    if take(UInt8(ascii: "]")) { return nil }
    let value = try nextValue()
    try passComma(before: UInt8(ascii: "]"))
    return value
  }

  /// Makes sure that nothing but space is left.
  mutating func finish() throws(Fault) {
    skipSpace()
    guard place == end else { throw Fault(message: "something follows behind its end") }
  }

  private mutating func passComma(before bracket: UInt8) throws(Fault) {
    skipSpace()
    if take(UInt8(ascii: ",")) {
      skipSpace()
      guard place < end, bytes[place] != bracket else {
        throw Fault(message: "nothing follows a comma")
      }
    } else if place >= end || bytes[place] != bracket {
      throw Fault(message: "a comma or a bracket is missing")
    }
  }

  private mutating func nextValue() throws(Fault) -> Range<Int> {
    skipSpace()
    let start = place
    guard place < end else { throw Fault(message: "it ends too early") }
    switch bytes[place] {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
    default: try skipScalar()
    }
    return start..<place
  }

  /// From the opening quote to behind the closing one.
  private mutating func skipString() throws(Fault) {
    place += 1
    while place < end {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\") { place += 1 }
      if byte < 0x20 { break }
    }
    place = min(place, end)
    throw Fault(message: "a closing quote is missing")
  }

  private mutating func skipNested() throws(Fault) {
    var depth = 0
    while place < end {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        try skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { return }
    }
    throw Fault(message: "a closing bracket is missing")
  }

  private mutating func skipScalar() throws(Fault) {
    let start = place
    while place < end, JSONScanner.isScalar(bytes[place]) { place += 1 }
    guard place > start else { throw Fault(message: "a value is missing") }
  }

  @inline(__always)
  private mutating func skipSpace() {
    while place < end, bytes[place] <= 0x20,
      bytes[place] == 0x20 || (0x09...0x0D).contains(bytes[place])
    { place += 1 }
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard place < end, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// Letters, digits, and what numbers are made of besides.
  private static func isScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
    default: false
    }
  }
}
