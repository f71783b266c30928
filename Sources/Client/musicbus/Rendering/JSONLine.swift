import BusProtocol
import CommandKit

/// A line of JSON with sorted members, in the format of the bus.
enum JSONLine {
  /// - Throws: an error of the encoder, such as for a number that JSON cannot represent.
  static func text(_ value: some Encodable) throws -> String {
    escaped(String(decoding: try JSONCodec.encode(value), as: UTF8.self))
  }

  /// JSON in which the characters that could control a terminal are escaped.
  ///
  /// They can only occur in strings, those of ASCII never. Programs treat some of them as line ends.
  static func escaped(_ json: String) -> String {
    var text = ""
    for scalar in json.unicodeScalars {
      guard scalar.value >= 0x7F, scalar.isHazardous else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for unit in scalar.utf16 {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }
}
