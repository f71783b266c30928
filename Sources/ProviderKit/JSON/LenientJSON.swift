public import MusicModel

/// Reads the JSON of foreign sources, and says what a body is that is none.
///
/// It is stricter than a browser and more forgiving than `JSONDecoder`: control characters inside
/// strings (they occur in real feeds) cost nothing, and half a surrogate pair costs one character.
/// Everything else that is no JSON is refused with a reason.
public struct LenientJSON {
  /// Nesting that no source needs.
  static let depthMax = 64

  private let bytes: [UInt8]
  private var place: Int

  /// Reads one document; white space around it and a byte order mark before it are ignored.
  public static func value(of bytes: [UInt8]) throws(JSONProblem) -> JSONValue {
    guard (try? UTF8Span(validating: bytes.span)) != nil else { throw .notUTF8 }
    var reader = LenientJSON(bytes)
    reader.skipSpace()
    guard let first = reader.next else { throw .empty }
    guard first != UInt8(ascii: "<") else { throw reader.isHTML ? .html : .xml }
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard let rest = reader.next else { return value }
    throw rest == UInt8(ascii: "{") || rest == UInt8(ascii: "[")
      ? .severalDocuments(line: reader.line) : .notJSON(line: reader.line)
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    self.place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private var line: Int { 1 + bytes[..<min(place, bytes.count)].count { $0 == 0x0A } }

  private var isHTML: Bool {
    let start = String(decoding: bytes[place...].prefix(2000), as: UTF8.self).lowercased()
    return start.contains("<html") || start.contains("<!doctype html") || start.contains("<body")
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { place += 1 }
  }

  private mutating func value(depth: Int) throws(JSONProblem) -> JSONValue {
    guard depth < LenientJSON.depthMax else { throw .tooDeep }
    skipSpace()
    switch next {
    case nil: throw .endsInTheMiddle
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(JSONProblem) -> JSONValue {
    place += 1
    var members: [String: JSONValue] = [:]
    skipSpace()
    if next == UInt8(ascii: "}") {
      place += 1
      return .object(members)
    }
    while true {
      skipSpace()
      try expect(UInt8(ascii: "\""))
      let name = try string()
      skipSpace()
      try expect(UInt8(ascii: ":"))
      place += 1
      members[name] = try value(depth: depth + 1)
      if try isLast(closedBy: UInt8(ascii: "}")) { return .object(members) }
    }
  }

  private mutating func array(depth: Int) throws(JSONProblem) -> JSONValue {
    place += 1
    var elements: [JSONValue] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      place += 1
      return .array(elements)
    }
    while true {
      elements.append(try value(depth: depth + 1))
      if try isLast(closedBy: UInt8(ascii: "]")) { return .array(elements) }
    }
  }

  /// Takes what follows an element: a comma, or the bracket that closes the list.
  private mutating func isLast(closedBy bracket: UInt8) throws(JSONProblem) -> Bool {
    skipSpace()
    if next == bracket {
      place += 1
      return true
    }
    try expect(UInt8(ascii: ","))
    place += 1
    return false
  }

  private func expect(_ byte: UInt8) throws(JSONProblem) {
    guard let next else { throw .endsInTheMiddle }
    guard next == byte else { throw .notJSON(line: line) }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONProblem) -> JSONValue {
    for byte in word.utf8 {
      try expect(byte)
      place += 1
    }
    return value
  }

  private mutating func number() throws(JSONProblem) -> JSONValue {
    let start = place
    while let byte = next, LenientJSON.isPartOfNumber(byte) { place += 1 }
    guard place > start else { throw .notJSON(line: line) }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text) else {
      throw next == nil ? .endsInTheMiddle : .notJSON(line: line)
    }
    // A number beyond all numbers tells nothing, and cannot be written again.
    return number.isFinite ? .number(number) : .null
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
  }
}

// MARK: Strings

extension LenientJSON {
  /// Reads a string, of which the opening quote is the next byte.
  private mutating func string() throws(JSONProblem) -> String {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try escape(into: &text)
      case 0..<0x20:
        text.append([0x09, 0x0A, 0x0D].contains(byte) ? byte : 0x20)
      default:
        text.append(byte)
      }
    }
    throw .endsInTheMiddle
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x20, UInt8(ascii: "f"): 0x20,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  private mutating func escape(into text: inout [UInt8]) throws(JSONProblem) {
    guard let byte = next else { throw .endsInTheMiddle }
    place += 1
    if byte == UInt8(ascii: "u") {
      text.append(contentsOf: String(try escapedScalar()).utf8)
    } else if let plain = LenientJSON.escapes[byte] {
      text.append(plain)
    } else {
      throw .notJSON(line: line)
    }
  }

  private mutating func escapedScalar() throws(JSONProblem) -> Character {
    let first = try fourDigits()
    if (0xD800...0xDBFF).contains(first), bytes[place...].starts(with: Array("\\u".utf8)) {
      let start = place
      place += 2
      let second = try fourDigits()
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return Character(scalar)
      }
      place = start
    }
    // NUL is nothing that a name has.
    return Unicode.Scalar(first).map { $0.value == 0 ? " " : Character($0) } ?? "\u{FFFD}"
  }

  private mutating func fourDigits() throws(JSONProblem) -> UInt32 {
    guard place + 4 <= bytes.count else { throw .endsInTheMiddle }
    let text = String(decoding: bytes[place..<place + 4], as: UTF8.self)
    guard let code = UInt32(text, radix: 16), !text.hasPrefix("+") else {
      throw .notJSON(line: line)
    }
    place += 4
    return code
  }
}
