/// Labels with texts next to them, as in a help page or the details of an album.
///
/// Texts are wrapped and aligned; a label that is too wide gets a separate line.
package struct DefinitionList: Hashable, Sendable {
  package var items: [Item]
  /// The indentation of each line in columns.
  package var indent: Int
  /// The minimum and maximum width of labels next to their texts.
  package var labelWidths: ClosedRange<Int>
  /// Whether a word that is too wide is broken.
  private let breaksWords: Bool

  package struct Item: Hashable, Sendable {
    package var label: StyledText
    package var text: String
    package var style: Style

    package init(_ label: StyledText, _ text: String, _ style: Style = .plain) {
      self.label = label
      self.text = text
      self.style = style
    }
  }

  package init(
    _ items: [Item],
    indent: Int = 2,
    labelWidths: ClosedRange<Int> = 0...28,
    breaksWords: Bool = true
  ) {
    self.breaksWords = breaksWords
    self.items = items
    self.indent = indent
    self.labelWidths = labelWidths
  }

  /// The list in lines of at most `width` columns, except that a text always gets a minimum width.
  package func lines(fitting width: Int) -> [StyledText] {
    let widest = items.reduce(labelWidths.lowerBound) { max($0, $1.label.columnCount) }
    let labelWidth = min(widest, labelWidths.upperBound)
    let textStart = indent + labelWidth + columnGap.count
    return items.flatMap { item in
      var label = StyledText(String.spaces(indent)) + item.label
      var lines: [StyledText] = []
      if item.label.columnCount > labelWidth {
        lines.append(label)
        label = ""
      }
      let textWidth = max(minTextWidth, width - textStart)
      for text in item.text.wrapped(to: textWidth, breakingWords: breaksWords) {
        lines.append(label.padded(to: textStart) + StyledText(text, item.style).isolated)
        label = ""
      }
      return label.isEmpty ? lines : lines + [label]
    }
  }
}

/// The minimum width of a readable text.
private let minTextWidth = 16
