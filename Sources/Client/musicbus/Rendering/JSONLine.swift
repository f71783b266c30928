import BusProtocol

/// A line of JSON with sorted members, in the format of the bus.
enum JSONLine {
  /// - Throws: an error of the encoder, such as for a number that JSON cannot represent.
  static func text(_ value: some Encodable) throws -> String {
    var text = ""
    for scalar in String(decoding: try BusCodec.encode(value), as: UTF8.self).unicodeScalars {
      // JSON allows these characters, but many programs treat them as line ends. They can only occur in
      // strings.
      switch scalar.value {
      case 0x85: text += "\\u0085"
      case 0x2028: text += "\\u2028"
      case 0x2029: text += "\\u2029"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
