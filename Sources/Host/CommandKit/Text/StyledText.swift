/// A line of text whose parts have styles.
///
/// All input is ``Swift/StringProtocol/neutralized``, so that only styles can produce escape sequences.
///
/// ```swift
/// let line: StyledText = "\(album.title, .bold) by \(album.artist)"
/// print(line.rendered(as: .ansi))
/// ```
package struct StyledText: Hashable, Sendable {
  /// The text without styles.
  package private(set) var text = ""
  /// The parts from the first to the last one; none if the whole text is plain.
  private var parts: [Part] = []

  private struct Part: Hashable {
    var byteCount: Int
    let style: Style
  }

  /// The treatment of styles in the output.
  package enum Rendering: Hashable, Sendable {
    case plain
    /// With terminal escape sequences.
    case ansi
  }

  package init(_ text: String, _ style: Style = .plain) {
    append(text.neutralized, style)
  }

  package var columnCount: Int { text.columnCount }

  package var isEmpty: Bool { text.isEmpty }

  /// The parts with their texts.
  private var runs: [(text: Substring, style: Style)] {
    guard !parts.isEmpty else { return text.isEmpty ? [] : [(text[...], .plain)] }
    var start = text.startIndex
    return parts.map { part in
      let end = text.utf8.index(start, offsetBy: part.byteCount)
      defer { start = end }
      return (text[start..<end], part.style)
    }
  }

  package func rendered(as rendering: Rendering) -> String {
    guard rendering == .ansi else { return text }
    return runs.map { text, style in
      let codes = style.codes.map(String.init).joined(separator: ";")
      return codes.isEmpty ? String(text) : "\u{1B}[\(codes)m\(text)\u{1B}[0m"
    }.joined()
  }

  /// The text, shortened with `…` if it is wider than `width` columns.
  package func truncated(to width: Int) -> StyledText {
    guard columnCount > width else { return self }
    var result = StyledText("")
    var left = width
    for (text, style) in runs {
      let runWidth = text.columnCount
      // A run that would leave no column for the `…` loses its last one.
      let isLast = runWidth >= left
      result.append(isLast ? (text + " ").truncated(to: left) : String(text), style)
      if isLast { break }
      left -= runWidth
    }
    return result
  }

  /// The text padded with spaces to `width` columns.
  package func padded(to width: Int, _ alignment: Alignment = .leading) -> StyledText {
    let padding = StyledText(String.spaces(max(0, width - columnCount)))
    return alignment == .leading ? self + padding : padding + self
  }

  /// The text in lines of at most `width` columns, wrapped between words; `nil` means unlimited.
  package func wrapped(to width: Int?) -> [StyledText] {
    guard let width, columnCount > width else { return [self] }
    var rest = runs.flatMap { text, style in text.map { (character: $0, style: style) } }[...]
    return text.wrapped(to: width, breakingWords: false).map { line in
      var result = StyledText("")
      for character in line {
        // Wrapping removes spaces, and nothing else.
        while let next = rest.first, next.character != character { rest.removeFirst() }
        result.append(String(character), rest.popFirst()?.style ?? .plain)
      }
      return result
    }
  }

  /// The text, isolated (U+2068, U+2069) if it has letters that are written from right to left: they would
  /// reorder the digits and punctuation next to it.
  package var isolated: StyledText {
    guard !text.isPlainASCII, text.unicodeScalars.contains(where: \.isRightToLeft) else {
      return self
    }
    var result = StyledText("")
    result.append("\u{2068}", .plain)
    result += self
    result.append("\u{2069}", .plain)
    return result
  }

  /// Appends spaces without a style.
  mutating func append(spaces count: Int) { append(String.spaces(count), .plain) }

  /// Reserves capacity for a text of `byteCount` bytes.
  mutating func reserve(_ byteCount: Int) { text.reserveCapacity(byteCount) }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum += right
    return sum
  }

  package static func += (left: inout StyledText, right: StyledText) {
    if right.parts.isEmpty {
      left.append(right.text, .plain)
    } else {
      for part in right.parts { left.append(part) }
      left.text += right.text
    }
  }

  private mutating func append(_ text: String, _ style: Style) {
    guard !text.isEmpty else { return }
    append(Part(byteCount: text.utf8.count, style: style))
    self.text += text
  }

  /// Appends a part before its text.
  ///
  /// Adjacent parts of the same style become one, so that texts that look equal are equal.
  private mutating func append(_ part: Part) {
    if parts.isEmpty {
      guard part.style != .plain else { return }
      if !text.isEmpty { parts.append(Part(byteCount: text.utf8.count, style: .plain)) }
    }
    if let last = parts.indices.last, parts[last].style == part.style {
      parts[last].byteCount += part.byteCount
    } else {
      parts.append(part)
    }
  }
}

extension [StyledText] {
  /// The texts as lines.
  package func rendered(as rendering: StyledText.Rendering) -> String {
    map { $0.rendered(as: rendering) }.joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  /// Whether it is in a block of scripts that are written from right to left, such as Hebrew and Arabic.
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
