/// Comma-separated values (RFC 4180).
enum CSV {
  /// A line with its line ending.
  static func line(_ values: [String]) -> String {
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
}
