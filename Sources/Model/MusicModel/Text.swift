@_spi(_Unicode) internal import Swift

/// Plain operations on text that several layers need.

extension StringProtocol {
  /// The text without leading and trailing white space.
  public var trimmed: String {
    // Most texts have none, as their ends show.
    let visible = Unicode.Scalar(0x21)...Unicode.Scalar(0x7E)
    if let first = unicodeScalars.first, let last = unicodeScalars.last, visible ~= first,
      visible ~= last
    {
      return String(self)
    }
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

  /// The text with an uppercase first letter.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// Percent-encoded text, decoded; `+` stands for a space in a form.
  package func percentDecoded(isForm: Bool = false) -> String {
    guard contains("%") || isForm else { return String(self) }
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == 0x25, rest.count >= 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(isForm && byte == 0x2B ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The text with one punctuation mark at its end; empty if there are only punctuation and spaces.
  package var asSentence: String {
    var rest = trimmed[...]
    while let last = rest.last, " .;:,".contains(last) { rest.removeLast() }
    guard let last = rest.last else { return "" }
    return rest + ("!?…".contains(last) ? "" : ".")
  }

  /// The text without case, accents and width, for coarse comparisons.
  package var folded: String {
    var folded = UnicodeScalarView()
    // Capitals show that "ß" is "ss".
    for scalar in uppercased().lowercased()._nfd {
      switch scalar.value {
      // In Japanese, the marks make other syllables.
      case 0x3099, 0x309A: folded.append(scalar)
      case 0xFF01...0xFF5E: folded.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x3000: folded.append(" ")
      default:
        if scalar.properties.generalCategory != .nonspacingMark { folded.append(scalar) }
      }
    }
    return String(folded)
  }

  /// The text as it stands in a URL: percent-encoded (RFC 3986), but for unreserved characters and those
  /// `allowed`.
  package func percentEncoded(allowing allowed: Set<UInt8> = []) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(utf8.count)
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
      case _ where allowed.contains(byte): encoded.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += (byte < 0x10 ? "%0\(digits)" : "%\(digits)").utf8
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The text as it stands in XML and HTML, in an element or in a quoted attribute; characters that
  /// XML does not allow are spaces.
  package var escapedForXML: String {
    unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\u{00}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Sequence<UInt8> {
  /// Two digits for each byte, in lower case.
  package var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension Sequence<UInt8> {
  /// A hash that is equal in every run and version, because files hold it: FNV-1a.
  @inlinable package var stableHash: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension Int {
  /// The number with a noun, for example "1 line" or "2 lines"; the plural must end in "s".
  package func pluralized(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
