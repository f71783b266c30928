/// Writes JSON text as Foundation's encoder does with sorted members and plain slashes.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  /// Whether everything could be written.
  public private(set) var isComplete = true

  public init(reserving count: Int = 0) {
    if count > 0 { bytes.reserveCapacity(count) }
  }

  /// Appends an opening bracket.
  public mutating func open(_ bracket: JSONBracket) { bytes.append(bracket.openingByte) }

  /// Appends a closing bracket.
  public mutating func close(_ bracket: JSONBracket) { bytes.append(bracket.closingByte) }

  /// Appends a comma, unless a bracket was opened just before.
  public mutating func separate() {
    if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
      bytes.append(UInt8(ascii: ","))
    }
  }

  /// Begins a member: a comma if others precede it, the name and a colon.
  public mutating func name(_ name: StaticString) {
    separate()
    bytes.append(JSONCursor.quote)
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(JSONCursor.quote)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Begins a member whose name may need escapes.
  public mutating func name(_ name: String) {
    separate()
    add(text: name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Appends text that is JSON already.
  public mutating func add(json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }

  /// Appends a whole number.
  public mutating func add(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    add(digitsOf: number.magnitude)
  }

  private mutating func add(digitsOf number: UInt) {
    if number >= 10 { add(digitsOf: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Appends a number as Foundation writes it; one that is not finite cannot be written.
  public mutating func add(_ number: Double) {
    guard number.isFinite else { return giveUp() }
    let digits = number.description
    if let number = Int(exactly: number), number != 0, abs(number) < 10_000_000_000_000_000 {
      add(number)
    } else {
      bytes.append(contentsOf: (digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]).utf8)
    }
  }

  /// Marks the text as incomplete, because something cannot be written.
  public mutating func giveUp() { isComplete = false }

  /// Appends a truth value.
  public mutating func add(_ flag: Bool) {
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  /// Appends a string.
  public mutating func add(text: String) {
    beginText()
    continueText(text)
    endText()
  }

  /// Begins a string that is appended in several parts.
  public mutating func beginText() { bytes.append(JSONCursor.quote) }

  /// Ends a string.
  public mutating func endText() { bytes.append(JSONCursor.quote) }

  /// Appends a part of a string. Text between escapes is copied in one step.
  public mutating func continueText(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      while true {
        let plain = JSONCursor.plainText(
          in: UnsafeRawBufferPointer(utf8),
          from: start,
          to: utf8.count
        )
        bytes.append(contentsOf: utf8[start..<plain.end])
        guard plain.end < utf8.count else { return }
        addEscape(of: utf8[plain.end])
        start = plain.end + 1
      }
    }
  }

  private mutating func addEscape(of byte: UInt8) {
    bytes.append(JSONCursor.backslash)
    switch byte {
    case JSONCursor.quote, JSONCursor.backslash: bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default: bytes += "u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
    }
  }
}

extension JSONWriter {
  /// Appends any value, its members in the order of their names.
  public mutating func add(_ value: JSONValue) {
    switch value {
    case .null: add(json: "null".utf8)
    case .bool(let flag): add(flag)
    case .integer(let integer): add(integer)
    case .number(let number): add(number)
    case .string(let text): add(text: text)
    case .array(let elements): elements.write(&self)
    case .object(let members): members.write(&self)
    }
  }
}

extension Dictionary where Key == String {
  /// The members in the order in which they are written.
  @inlinable
  public var sortedByName: [(key: String, value: Value)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
