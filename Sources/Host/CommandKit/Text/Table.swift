/// Rows in aligned columns that fit the terminal.
///
/// A column declares its title and its cells together, so that a row cannot have too many or too few
/// cells.
package struct Table<Row: Sendable>: Sendable {
  package var columns: [Column]
  package var rows: [Row]
  /// The number of the first row, if the rows are numbered for the user.
  package var firstNumber: Int?
  /// The minimum width of the numbers, for tables whose numbers continue.
  package var numberWidth = 0

  package struct Column: Sendable {
    package var title: String
    package var alignment: Alignment
    /// The degree to which it shrinks if space is short: 0 never, 2 twice as much as 1.
    package var flexibility: Int
    /// The minimum width in terminal columns, unless it is the only column.
    package var minimumWidth: Int
    /// The column with the lowest priority is hidden first if shrinking is not enough.
    package var priority: Int
    package var cell: @Sendable (Row) -> StyledText

    package init(
      _ title: String,
      alignment: Alignment = .leading,
      flexibility: Int = 0,
      minimumWidth: Int = 8,
      priority: Int = 0,
      cell: @escaping @Sendable (Row) -> StyledText
    ) {
      self.title = title
      self.alignment = alignment
      self.flexibility = flexibility
      self.minimumWidth = minimumWidth
      self.priority = priority
      self.cell = cell
    }
  }

  /// A table in lines.
  package struct Layout: Hashable, Sendable {
    /// The titles, then one line per row.
    package let lines: [StyledText]
    /// The titles of the columns that did not fit.
    package let hiddenTitles: [String]
    /// The titles of the columns in which texts were shortened.
    package let shortenedTitles: [String]
  }

  package init(columns: [Column], rows: [Row]) {
    self.columns = columns
    self.rows = rows
  }

  /// The table in lines of at most `width` columns; `nil` means unlimited.
  package func layout(fitting width: Int?) -> Layout {
    let numbers = self.numbers
    let numbersWidth = numbers.last.map { $0.columnCount + columnGap.count } ?? 0
    let cells = columns.map { column in
      ColumnCells(
        title: column.title,
        alignment: column.alignment,
        texts: [StyledText(column.title, .bold)] + rows.map(column.cell)
      )
    }
    let spaces = zip(columns, cells).map { column, cells in
      ColumnSpace(
        naturalWidth: cells.naturalWidth,
        minimumWidth: column.minimumWidth,
        flexibility: column.flexibility,
        priority: column.priority
      )
    }
    let widths = columnWidths(of: spaces, fitting: width.map { $0 - numbersWidth })
    let shown = zip(cells, widths).compactMap { cells, width in width.map { (cells, $0) } }
    return Layout(
      lines: ColumnCells.lines(rows.count + 1, of: shown, after: numbers),
      hiddenTitles: zip(cells, widths).filter { $1 == nil }.map { $0.0.title },
      shortenedTitles: shown.filter { $1 < $0.naturalWidth }.map { $0.0.title }
    )
  }

  /// The column of numbers: its title and the number of each row, in equal width.
  private var numbers: [StyledText] {
    guard let firstNumber, !rows.isEmpty else { return [] }
    let last = firstNumber + rows.count - 1
    let width = max(numberWidth, String(last).columnCount)
    return [StyledText("#", .bold).padded(to: width, .trailing)]
      + (firstNumber...last).map { StyledText("\($0)", .dim).padded(to: width, .trailing) }
  }

  /// The titles, then all rows with all columns, unshortened and tab-separated, for scripts.
  ///
  /// A table without rows has no lines.
  package func tabSeparated() -> [String] {
    guard !rows.isEmpty else { return [] }
    return [columns.map(\.title).joined(separator: "\t")]
      + rows.map { row in columns.map { $0.cell(row).text }.joined(separator: "\t") }
  }
}
