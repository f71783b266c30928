import CommandKit

/// The ways in which commands show a result: as a line of JSON for each value, as tab-separated lines for
/// scripts, or as text for people.
extension CommandContext {
  /// Shows values; `text` prints them for people.
  func show(
    _ values: [some Encodable],
    plain: @autoclosure () -> [String],
    text: () throws -> Void
  ) throws {
    if settings.json {
      for value in values { try printJSON(value) }
    } else if settings.plain {
      for line in plain() { terminal.print(line) }
    } else {
      try text()
    }
  }

  /// Shows a value as labelled texts.
  func show(
    _ value: some Encodable,
    items: @autoclosure () throws -> [(label: String, text: String)]
  ) throws {
    guard !settings.json else { return try printJSON(value) }
    terminal.print(try items(), forScripts: settings.plain)
  }

  /// Shows rows as a table, or a sentence if there is none.
  func show<Row: Encodable>(
    _ rows: [Row],
    _ columns: [Table<Row>.Column],
    orElse sentence: StyledText
  ) throws {
    guard !settings.json else { return try rows.forEach { try printJSON($0) } }
    let table = Table(columns: columns, rows: rows)
    terminal.print(table, forScripts: settings.plain, orElse: sentence)
  }
}
