import ClientKit
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
      if length >= 0 { rest = rest.dropFirst(length) } else { failed(errno) }
    }
    pending.removeAll(keepingCapacity: true)
    return !hasFailed
  }

  private func failed(_ code: CInt) {
    switch code {
    case EAGAIN:
      // Somebody has made it non-blocking; it is shared with whoever started us.
      var item = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      poll(&item, 1, 1000)
    // Who interrupts a writer that waits for a slow reader does not want the rest.
    case EINTR: hasFailed = SignalHandling.signal != nil
    // There is nobody any more who reads it.
    case EPIPE: hasFailed = true
    default:
      let reason = String(cString: strerror(code))
      Terminal.complain("musicbus: Cannot write to standard output. The system says: \(reason).")
      hasFailed = true
    }
  }
}
