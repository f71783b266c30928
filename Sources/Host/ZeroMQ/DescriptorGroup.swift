internal import CHost
internal import Glibc

/// Open files that are polled as one, so that a wait costs the same for any number of them.
final class DescriptorGroup: Sendable {
  /// Readable if one of the files is.
  let descriptor: Int32

  init() throws(ZeroMQError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw ZeroMQError("epoll_create1") }
  }

  deinit {
    close(descriptor)
  }

  /// Adds a file under an index, until it is closed; its end counts as readable.
  ///
  /// - Throws: ``ZeroMQError`` with `EPERM` for a regular file.
  func add(_ file: Int32, as index: Int) throws(ZeroMQError) {
    let data = unsafe epoll_data_t(u64: UInt64(index))
    var event = unsafe epoll_event(events: EPOLLIN.rawValue, data: data)
    guard unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, file, &event) == 0 else {
      throw ZeroMQError("epoll_ctl")
    }
  }

  /// The indices of readable files; the rest of more than 64 is found next time.
  func readable() -> [Int] {
    var events = unsafe [epoll_event](repeating: epoll_event(), count: 64)
    let count = unsafe epoll_wait(descriptor, &events, Int32(events.count), 0)
    return unsafe events.prefix(max(0, Int(count))).map { unsafe Int($0.data.u64) }
  }
}
