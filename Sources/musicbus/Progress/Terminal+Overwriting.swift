import Glibc

extension Terminal {
  /// Puts a text in the place of the line on which the cursor stands, and the cursor at its start.
  static func overwrite(_ text: String) {
    _ = fputs("\r\(text)\u{1B}[K\r", stderr)
  }
}
