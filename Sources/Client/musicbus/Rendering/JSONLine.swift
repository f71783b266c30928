import BusProtocol

/// One line of JSON, flat and with sorted members, as the bus itself writes it.
enum JSONLine {
  /// - Throws: what the encoder finds, such as a number that JSON cannot hold.
  static func text(_ value: some Encodable) throws -> String {
    var text = ""
    for scalar in String(decoding: try BusCodec.encode(value), as: UTF8.self).unicodeScalars {
      // JSON may hold these as they are, but many programs take them for the end of a line. They
      // can only stand inside of strings.
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
