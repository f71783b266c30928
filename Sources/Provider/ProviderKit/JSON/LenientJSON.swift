public import MusicModel

/// Reads the JSON of foreign sources, and says what a body is that is none.
///
/// It is stricter than a browser and more forgiving than `JSONDecoder`: control characters inside
/// strings (they occur in real feeds) cost nothing, and half a surrogate pair costs one character.
/// Everything else that is no JSON is refused with a reason.
public struct LenientJSON {
  /// Nesting that no source needs.
  static let depthMax = 64

  let bytes: [UInt8]
  var place: Int

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

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  var line: Int { 1 + bytes[..<min(place, bytes.count)].count { $0 == 0x0A } }

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
