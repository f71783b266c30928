import Glibc

/// Standard output, written in large pieces. What cannot be written is told once.
final class OutputStream {
  private var pending: [UInt8] = []
  private var hasFailed = false

  func write(_ text: String) {
    pending += text.utf8
    if pending.count >= 64 * 1024 { flush() }
  }

  func write(_ bytes: [UInt8]) {
    pending += bytes
    flush()
  }

  /// Writes what is pending.
  ///
  /// - Returns: false where not everything that was ever given could be written.
  @discardableResult
  func flush() -> Bool {
    var rest = pending[...]
    while !rest.isEmpty, !hasFailed {
      let length = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if length < 0, errno == EINTR || errno == EAGAIN { continue }
      if length < 0 {
        let reason = String(cString: strerror(errno))
        Terminal.complain("musicbus: Cannot write to standard output. The system says: \(reason).")
        hasFailed = true
      } else {
        rest = rest.dropFirst(length)
      }
    }
    pending.removeAll(keepingCapacity: true)
    return !hasFailed
  }
}
