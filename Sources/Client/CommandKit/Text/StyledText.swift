/// A line of text whose parts have styles.
///
/// All input is ``Swift/StringProtocol/neutralized``, so that only styles can produce escape sequences.
///
/// ```swift
/// let line: StyledText = "\(album.title, .bold) by \(album.artist)"
/// print(line.rendered(as: .ansi))
/// ```
package struct StyledText: Hashable, Sendable {
  private(set) var runs: [Run] = []

  struct Run: Hashable, Sendable {
    var text: String
    var style: Style
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

  package var columnCount: Int { runs.reduce(0) { $0 + $1.text.columnCount } }

  package var isEmpty: Bool { runs.isEmpty }

  /// The text without styles.
  package var text: String { runs.count == 1 ? runs[0].text : runs.map { $0.text }.list("") }

  package func rendered(as rendering: Rendering) -> String {
    guard rendering == .ansi else { return text }
    return runs.map { run in
      let codes = run.style.codes.map(String.init).joined(separator: ";")
      return codes.isEmpty ? run.text : "\u{1B}[\(codes)m\(run.text)\u{1B}[0m"
    }.joined()
  }

  /// The text, shortened with `…` if it is wider than `width` columns.
  package func truncated(to width: Int) -> StyledText {
    guard columnCount > width else { return self }
    var result = StyledText("")
    var left = width
    for run in runs {
      let runWidth = run.text.columnCount
      // A run that would leave no column for the `…` loses its last one.
      let isLast = runWidth >= left
      result.append(isLast ? (run.text + " ").truncated(to: left) : run.text, run.style)
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

  /// Appends spaces without a style.
  mutating func append(spaces count: Int) { append(String.spaces(count), .plain) }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum += right
    return sum
  }

  package static func += (left: inout StyledText, right: StyledText) {
    for run in right.runs { left.append(run.text, run.style) }
  }

  /// Merges adjacent runs of the same style, so that texts that look equal are equal.
  private mutating func append(_ text: String, _ style: Style) {
    guard !text.isEmpty else { return }
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
    } else {
      runs.append(Run(text: text, style: style))
    }
  }
}

extension [StyledText] {
  /// The texts as lines.
  package func rendered(as rendering: StyledText.Rendering) -> String {
    map { $0.rendered(as: rendering) }.joined(separator: "\n")
  }
}
