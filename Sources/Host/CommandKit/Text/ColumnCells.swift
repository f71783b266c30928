/// The cells of a table column, from the title down.
struct ColumnCells {
  let title: String
  private let alignment: Alignment
  private let texts: [StyledText]
  /// The width of each cell in terminal columns, measured once.
  private let widths: [Int]
  /// The width of the widest cell.
  let naturalWidth: Int

  init(title: String, alignment: Alignment, texts: [StyledText]) {
    self.title = title
    self.alignment = alignment
    self.texts = texts
    widths = texts.map(\.columnCount)
    naturalWidth = widths.max() ?? 0
  }

  /// So many lines of columns with their widths; `numbers` come first, if any.
  static func lines(
    _ count: Int,
    of columns: [(cells: ColumnCells, width: Int)],
    after numbers: [StyledText]
  ) -> [StyledText] {
    var lines: [StyledText] = []
    lines.reserveCapacity(count)
    // Enough for texts in ASCII; longer ones take more.
    let lineBytes = columns.reduce(numbers.first?.columnCount ?? 0) {
      $0 + $1.width + columnGap.count
    }
    for row in 0..<count {
      var line = numbers.isEmpty ? StyledText("") : numbers[row]
      line.reserve(lineBytes)
      for index in columns.indices {
        if index > 0 || !numbers.isEmpty { line.append(spaces: columnGap.count) }
        let (cells, width) = columns[index]
        cells.append(row, to: &line, width: width, isLast: index == columns.count - 1)
      }
      lines.append(line)
    }
    return lines
  }

  private func append(_ row: Int, to line: inout StyledText, width: Int, isLast: Bool) {
    let isTooWide = widths[row] > width
    let text = isTooWide ? texts[row].truncated(to: width) : texts[row]
    // Half of a wide character may be left.
    let padding = width - (isTooWide ? text.columnCount : widths[row])
    if alignment == .trailing { line.append(spaces: padding) }
    line += text.isolated
    // No trailing spaces.
    if alignment == .leading, !isLast { line.append(spaces: padding) }
  }
}
