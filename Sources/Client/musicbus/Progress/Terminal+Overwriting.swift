import Glibc

extension Terminal {
  /// Replaces the current line by `text` and moves the cursor to its start.
  static func overwrite(_ text: String) {
    let bytes = Array("\r\(text)\u{1B}[K\r".utf8)
    // Lost output does not matter: the next text replaces it.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
