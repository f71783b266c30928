internal import Glibc
internal import HostKit
internal import Storage

/// Standard error, for messages of a hub that has no log (yet).
package enum StandardError {
  /// Writes a line, and waits for it no longer than a second.
  package static func write(_ line: String) {
    let queue = LogQueue(to: STDERR_FILENO) { _ in [] }
    queue.submit(Array("\(line)\n".utf8))
    _ = queue.flush(before: .after(.seconds(1)))
  }
}
