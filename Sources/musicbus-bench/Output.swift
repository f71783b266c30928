#if canImport(Glibc)
  import Glibc
#endif

/// Results go to standard output, one line each; all else goes to standard error.
enum Output {
  static func line(_ text: String) { print(text) }

  static func error(_ text: String) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}
