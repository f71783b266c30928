internal import Glibc
internal import HostKit

/// The descriptor of the log. Other processes may share it, so its flags remain unchanged.
struct LogOutput: Sendable {
  let descriptor: CInt
  /// Whether the last line was cut off by an error.
  private var isTorn = false

  private let rotation: LogRotation?

  init(_ descriptor: CInt, _ rotation: LogRotation?) {
    self.descriptor = descriptor
    self.rotation = rotation
  }

  /// Writes a whole line, however long that takes; a line that the system refuses is lost.
  mutating func write(_ line: [UInt8]) {
    rotation?.rotate(descriptor)
    var rest = (isTorn ? [UInt8(ascii: "\n")] + line : line)[...]
    isTorn = false
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable()
      } else if errno != EINTR {
        isTorn = rest.count < line.count
        return
      }
    }
  }

  /// Waits for room if another process made the descriptor non-blocking.
  private func waitUntilWritable() {
    var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&item, 1, -1)
  }
}
