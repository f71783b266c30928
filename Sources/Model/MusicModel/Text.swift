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
}

extension String {
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
