extension StringProtocol {
  /// The text with everything that would steer a terminal made harmless.
  ///
  /// Names and texts come from sources that nobody checks. Line breaks and tabs turn into one
  /// space, other control characters into their visible pictures (`ESC` into `␛`), and the marks
  /// that turn the direction of all text after them are left out: they show nothing themselves.
  package var neutralized: String {
    guard !isPlainASCII, unicodeScalars.contains(where: { $0.harm != nil }) else {
      return String(self)
    }
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      defer { previous = scalar }
      switch scalar.harm {
      case nil: result.append(scalar)
      case .breaksLine where scalar == "\n" && previous == "\r": break
      case .breaksLine: result.append(" ")
      case .control: result.append(scalar.picture)
      case .turnsDirection: break
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate enum UnsafeCharacter {
    case breaksLine
    case control
    case turnsDirection
  }

  fileprivate var harm: UnsafeCharacter? {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: .breaksLine
    case 0x00...0x1F, 0x7F...0x9F: .control
    case 0x202A...0x202E, 0x2066...0x2069: .turnsDirection
    default: nil
    }
  }

  /// The picture of a control character: those of ASCII have one each, the rest share `�`.
  fileprivate var picture: Unicode.Scalar {
    switch value {
    case 0x00...0x1F: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}
