import ClientKit
import Glibc
import HostKit

/// Buffered standard output. A write error is reported once.
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

  /// Writes pending output.
  ///
  /// - Returns: `false` if any output so far could not be written.
  @discardableResult
  func flush() -> Bool {
    var rest = pending[...]
    while !rest.isEmpty, !hasFailed {
      let length = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if length >= 0 { rest = rest.dropFirst(length) } else { handleError(errno) }
    }
    pending.removeAll(keepingCapacity: true)
    return !hasFailed
  }

  private func handleError(_ code: CInt) {
    switch code {
    case EAGAIN:
      // Another process sharing the descriptor made it non-blocking.
      var item = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      poll(&item, 1, 1000)
    // After an interrupt, do not wait for a slow reader.
    case EINTR: hasFailed = SignalHandling.signal != nil
    // The reader has gone.
    case EPIPE: hasFailed = true
    default:
      let error = SystemError("write to standard output", code: code)
      Terminal.writeError("musicbus: \(error)")
      hasFailed = true
    }
  }
}
