extension JSON {
  /// The encoding of letters outside ASCII: unchanged (Apple), or as `\uXXXX` (PHP, TheAudioDB).
  enum Letters: Sendable { case plain, escaped }

  /// The value on one line.
  func text(_ letters: Letters = .plain) -> String {
    var output = ""
    write(to: &output, letters)
    return output
  }

  private func write(to output: inout String, _ letters: Letters) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .int(let value): output += String(value)
    case .number(let value): output += value
    case .string(let value): Self.quote(value, to: &output, letters)
    case .array(let values):
      output += "["
      for (index, value) in values.enumerated() {
        if index > 0 { output += "," }
        value.write(to: &output, letters)
      }
      output += "]"
    case .object(let members):
      output += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { output += "," }
        Self.quote(member.key, to: &output, letters)
        output += ":"
        member.value.write(to: &output, letters)
      }
      output += "}"
    }
  }

  private static func quote(_ text: String, to output: inout String, _ letters: Letters) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case _ where scalar.value < 0x20: output += escape(UInt16(scalar.value))
      case _ where scalar.value > 0x7e && letters == .escaped:
        for unit in String(scalar).utf16 { output += escape(unit) }
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
