extension StringProtocol {
  /// The text without characters that could control a terminal.
  ///
  /// Names and texts come from untrusted sources. Line breaks and tabs become one space, other control
  /// characters their visible symbols (`ESC` becomes `␛`), and bidirectional overrides are removed.
  package var neutralized: String {
    guard !isPlainASCII, unicodeScalars.contains(where: { $0.hazard != nil }) else {
      return String(self)
    }
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      defer { previous = scalar }
      switch scalar.hazard {
      case nil: result.append(scalar)
      case .breaksLine where scalar == "\n" && previous == "\r": break
      case .breaksLine: result.append(" ")
      case .control: result.append(scalar.symbol)
      case .changesDirection: break
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate enum UnsafeCharacter {
    case breaksLine
    case control
    case changesDirection
  }

  fileprivate var hazard: UnsafeCharacter? {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: .breaksLine
    case 0x00...0x1F, 0x7F...0x9F: .control
    case 0x202A...0x202E, 0x2066...0x2069: .changesDirection
    default: nil
    }
  }

  /// The symbol of a control character: each of ASCII has its own, the others share `�`.
  fileprivate var symbol: Unicode.Scalar {
    switch value {
    case 0x00...0x1F: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}
