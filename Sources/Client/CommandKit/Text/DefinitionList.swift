/// Labels with texts beside them, as in a help page or in the details of an album.
///
/// Texts are wrapped and line up; a label that is too wide stands on a line of its own.
package struct DefinitionList: Hashable, Sendable {
  package var items: [Item]
  /// Columns left free at the start of each line.
  package var indent: Int
  /// The least and the most columns that labels get beside their texts.
  package var labelWidths: ClosedRange<Int>

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

  package init(_ items: [Item], indent: Int = 2, labelWidths: ClosedRange<Int> = 0...28) {
    self.items = items
    self.indent = indent
    self.labelWidths = labelWidths
  }

  /// The list in lines of at most `width` columns, except that a text always gets some columns.
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
      for text in item.text.wrapped(to: max(textWidthMin, width - textStart)) {
        lines.append(label.padded(to: textStart) + StyledText(text, item.style))
        label = ""
      }
      return label.isEmpty ? lines : lines + [label]
    }
  }
}

/// Narrower than this nobody can read a text.
private let textWidthMin = 16
