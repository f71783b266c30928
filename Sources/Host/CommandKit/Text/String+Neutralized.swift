extension StringProtocol {
  /// The text without characters that could control a terminal.
  ///
  /// Names and texts come from untrusted sources. Line breaks and tabs become one space, other control
  /// characters their visible symbols (`ESC` becomes `␛`), and characters that nobody sees are removed.
  package var neutralized: String {
    replacingHazards { scalar, hazard in
      switch hazard {
      case .directionMark: scalar
      case .breaksLine: " "
      case .control: scalar.symbol
      case .invisible: nil
      }
    }
  }

  /// Lines, such as a document, without characters that could control a terminal.
  ///
  /// Ends of lines and tabs stay. Everything else that is ``Swift/Unicode/Scalar/isHazardous`` becomes
  /// visible, so that users notice what is missing here.
  package var neutralizedLines: String {
    replacingHazards { scalar, hazard in
      switch hazard {
      case .breaksLine where scalar == "\n" || scalar == "\t": scalar
      case .breaksLine, .control: scalar.symbol
      case .invisible, .directionMark: "\u{FFFD}"
      }
    }
  }

  /// The text with a replacement, or nothing, for each hazard; a carriage return and its line feed are one.
  private func replacingHazards(
    _ replacement: (Unicode.Scalar, Unicode.Scalar.Hazard) -> Unicode.Scalar?
  ) -> String {
    guard !isPlainASCII, unicodeScalars.contains(where: { $0.hazard != nil }) else {
      return String(self)
    }
    var result = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\r", rest.first == "\n" { continue }
      guard let hazard = scalar.hazard else {
        result.append(scalar)
        continue
      }
      if let harmless = replacement(scalar, hazard) { result.append(harmless) }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether it could control a terminal, break a line, or change or hide text without being seen.
  package var isHazardous: Bool { hazard != nil }

  fileprivate enum Hazard {
    case breaksLine
    case control
    /// Reorders or hides text, or hides a message in it.
    case invisible
    /// Scripts that are written from right to left need it; it affects only what is next to it.
    case directionMark
  }

  /// The only list of these characters. Joiners and selectors, which scripts and emoji need, are not on it.
  fileprivate var hazard: Hazard? {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: .breaksLine
    case 0x00...0x1F, 0x7F...0x9F: .control
    case 0x061C, 0x200E, 0x200F: .directionMark
    // Embeddings, overrides and isolates of a direction
    case 0x202A...0x202E, 0x2066...0x2069: .invisible
    // Spaces without a width, invisible operators and fillers, marks of bytes and annotations, tags
    case 0x180E, 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      .invisible
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
