/// Comma-separated values (RFC 4180).
package enum CSV {
  /// A line with its line ending.
  package static func line(_ values: [String]) -> String {
    values.map(field).joined(separator: ",") + "\r\n"
  }

  private static func field(_ value: String) -> String {
    let value = isFormula(value) ? "'" + value : value
    guard value.contains(where: { ",;\"\n\r\r\n".contains($0) }) else { return value }
    return "\""
      + value.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  /// Whether a spreadsheet would execute a value, without apostrophes before it.
  private static func isFormula(_ value: String) -> Bool {
    guard let first = value.unicodeScalars.first(where: { $0 != "'" }) else { return false }
    return "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first)
  }

  /// A value without the apostrophe that protects a spreadsheet.
  private static func withoutEscape(_ field: String) -> String {
    field.first == "'" && isFormula(field) ? String(field.dropFirst()) : field
  }

  /// The rows of a table, each with the number of its first line. Some spreadsheets use semicolons; without
  /// a separator, the header row decides.
  package static func rows(
    _ text: String,
    separator: Unicode.Scalar? = nil
  ) -> [(number: Int, fields: [String])] {
    let head = text.unicodeScalars.prefix { $0 != "\n" }
    let separator = separator ?? (head.contains(";") && !head.contains(",") ? ";" : ",")
    var reader = Reader(separator: separator)
    for scalar in text.unicodeScalars { reader.take(scalar) }
    reader.endRow()
    return reader.rows
  }

  private struct Reader {
    let separator: Unicode.Scalar
    private(set) var rows: [(number: Int, fields: [String])] = []
    private var fields: [String] = []
    private var field = String.UnicodeScalarView()
    private var state = State.plain
    private var number = 1
    private var rowNumber = 1

    private enum State {
      case plain
      case quoted
      /// After a quote within quotes: the end, or an escaped quote.
      case quoteSeen
    }

    init(separator: Unicode.Scalar) { self.separator = separator }

    mutating func take(_ scalar: Unicode.Scalar) {
      if scalar == "\n" { number += 1 }
      switch (state, scalar) {
      case (.quoted, "\""): state = .quoteSeen
      case (.quoted, _): field.append(scalar)
      case (.quoteSeen, "\""):
        field.append(scalar)
        state = .quoted
      case (.plain, "\"") where field.isEmpty: state = .quoted
      case (_, separator): endField()
      case (_, "\n"): endRow()
      case (_, "\r"): break
      default:
        field.append(scalar)
        state = .plain
      }
    }

    private mutating func endField() {
      fields.append(CSV.withoutEscape(String(field)))
      field = String.UnicodeScalarView()
      state = .plain
    }

    mutating func endRow() {
      endField()
      if fields != [""] { rows.append((rowNumber, fields)) }
      fields = []
      rowNumber = number
    }
  }
}
