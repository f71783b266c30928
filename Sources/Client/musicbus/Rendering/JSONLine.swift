import BusProtocol

/// A line of JSON with sorted members, in the format of the bus.
enum JSONLine {
  /// - Throws: an error of the encoder, such as for a number that JSON cannot represent.
  static func text(_ value: some Encodable) throws -> String {
    escaped(String(decoding: try BusCodec.encode(value), as: UTF8.self))
  }

  /// JSON in which the characters that could control a terminal are escaped.
  ///
  /// They can only occur in strings. Programs treat some of them as line ends.
  static func escaped(_ json: String) -> String {
    var text = ""
    for scalar in json.unicodeScalars {
      if isEscaped(scalar.value) {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Whether it is DEL, a C1 control character, a line separator or sets the direction of text.
  private static func isEscaped(_ value: UInt32) -> Bool {
    switch value {
    case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
