import Glibc

extension Terminal {
  /// Puts a text in the place of the line on which the cursor stands, and the cursor at its start.
  static func overwrite(_ text: String) {
    let bytes = Array("\r\(text)\u{1B}[K\r".utf8)
    // What is not written is gone with the next text anyway.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
