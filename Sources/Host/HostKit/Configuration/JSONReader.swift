package import MusicModel

/// Reads JSON that a person has written: it tells the line of a mistake, which JSONDecoder does
/// not, and refuses a member that is given twice instead of dropping one.
package struct JSONReader {
  /// A mistake, and where it is; both numbers count from 1.
  package struct Problem: Error, Hashable, Sendable {
    package let line: Int
    package let column: Int
    /// Completes a sentence: "a comma or } is missing".
    package let message: String
  }

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the one value that the bytes hold.
  package mutating func readDocument() throws(Problem) -> JSONValue {
    skipSpace()
    let value = try readValue()
    skipSpace()
    guard place == bytes.count else { throw problem("nothing may follow here") }
    return value
  }

  private mutating func readValue() throws(Problem) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 32 else { throw problem("it is nested too deep") }
    switch next {
    case nil: throw problem("the end comes too early")
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readArray()
    case UInt8(ascii: "\""): return .string(try readString())
    default: return try readScalar()
    }
  }

  private mutating func readObject() throws(Problem) -> JSONValue {
    var members: [String: JSONValue] = [:]
    place += 1
    skipSpace()
    while !take("}") {
      guard next == UInt8(ascii: "\"") else { throw problem("a name in quotes is missing") }
      let start = place
      let name = try readString()
      guard members[name] == nil else {
        throw problem("\"\(name)\" is there for the second time", at: start)
      }
      skipSpace()
      guard take(":") else { throw problem("a colon is missing") }
      skipSpace()
      members[name] = try readValue()
      try passComma(before: "}")
    }
    return .object(members)
  }

  private mutating func readArray() throws(Problem) -> JSONValue {
    var elements: [JSONValue] = []
    place += 1
    skipSpace()
    while !take("]") {
      elements.append(try readValue())
      try passComma(before: "]")
    }
    return .array(elements)
  }

  /// After an element: a comma and another one, or the end.
  private mutating func passComma(before end: Unicode.Scalar) throws(Problem) {
    skipSpace()
    let comma = place
    if take(",") {
      skipSpace()
      guard next != UInt8(ascii: end) else {
        throw problem("nothing follows this comma", at: comma)
      }
    } else if next != UInt8(ascii: end) {
      throw problem("a comma or \(end) is missing")
    }
  }

  private mutating func readScalar() throws(Problem) -> JSONValue {
    let start = place
    while let byte = next, !JSONReader.endsScalar.contains(byte) { place += 1 }
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    switch word {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    if let first = word.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) {
      if let integer = Int(word) { return .integer(integer) }
      if let number = Double(word), number.isFinite { return .number(number) }
    }
    place = start
    throw problem(word.isEmpty ? "a value is missing" : "\"\(word.prefix(40))\" is no value")
  }

  private static let endsScalar = Set(" \t\r\n,:{}[]\"".utf8)

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { place += 1 }
  }

  private func problem(_ message: String, at place: Int? = nil) -> Problem {
    let before = bytes.prefix(place ?? self.place)
    let line = before.count { $0 == 0x0A } + 1
    let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    return Problem(line: line, column: column, message: message)
  }
}

extension JSONReader {
  private mutating func readString() throws(Problem) -> String {
    let start = place
    var text: [UInt8] = []
    place += 1
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw problem("this text is not UTF-8", at: start)
        }
        return string
      case UInt8(ascii: "\\"): text += try readEscape()
      case 0x00..<0x20: throw problem("the closing quote is missing", at: start)
      default: text.append(byte)
      }
    }
    throw problem("the closing quote is missing", at: start)
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
    UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  /// What stands after a backslash; a character outside the basic plane takes two of them.
  private mutating func readEscape() throws(Problem) -> [UInt8] {
    let start = place - 1
    if let byte = next, let meaning = JSONReader.escapes[byte] {
      place += 1
      return [meaning]
    }
    var units: [UInt16] = []
    repeat {
      guard take("u"),
        let unit = UInt16(String(decoding: bytes[place...].prefix(4), as: UTF8.self), radix: 16),
        bytes.count - place >= 4
      else { throw problem("this backslash means nothing", at: start) }
      place += 4
      units.append(unit)
    } while units.count == 1 && UTF16.isLeadSurrogate(units[0]) && take("\\")
    guard let string = String(validating: units, as: UTF16.self) else {
      throw problem("this is half a character", at: start)
    }
    return Array(string.utf8)
  }
}
