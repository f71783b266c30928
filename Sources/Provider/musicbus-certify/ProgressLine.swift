import Certification
import Glibc

/// A status line on a terminal, overwritten after each check and finally removed.
struct ProgressLine: Sendable {
  /// `nil` unless standard error is a terminal that can overwrite lines.
  init?() {
    guard isatty(STDERR_FILENO) == 1, getenv("TERM").map({ String(cString: $0) }) != "dumb" else {
      return nil
    }
  }

  func show(_ progress: Certification.Progress) {
    overwrite("\(progress.count) of \(progress.total) checks: \(progress.lastID)")
  }

  func clear() { overwrite("") }

  private func overwrite(_ text: String) {
    let bytes = Array("\r\(text)\u{1B}[K\r".utf8)
    // Lost output does not matter: the next text replaces it.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
