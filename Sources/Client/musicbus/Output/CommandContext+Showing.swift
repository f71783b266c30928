import MusicModel
import BusProtocol
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

extension CommandContext {
  /// Prints a value as JSON with the members that `--json` names, or in the form of `--template`.
  func printJSON(_ value: some Encodable) throws {
    guard settings.template != nil || !settings.members.isEmpty else {
      return terminal.print(try JSONLine.text(value))
    }
    let whole = try JSONCodec.decode(JSONValue.self, from: JSONCodec.encode(value))
    if let template = settings.template { return terminal.print(template.text(of: whole)) }
    let members = settings.members.map { ($0, whole[$0] ?? .null) }
    terminal.print(try JSONLine.text(JSONValue.object(Dictionary(members) { $1 })))
  }
}
