/// Strings, with their escapes.
extension LenientJSON {
  /// Reads a string, of which the opening quote is the next byte.
  mutating func string() throws(JSONProblem) -> String {
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
