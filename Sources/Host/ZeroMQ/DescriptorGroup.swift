internal import CHost
internal import Glibc

/// Open files that are polled as one, so that a wait costs the same for any number of them.
public final class DescriptorGroup: Sendable {
  let descriptor: Int32

  /// Watches these files until they are closed; their ends count as readable.
  public init(_ files: [Int32]) throws(ZeroMQError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw ZeroMQError("epoll_create1") }
    for file in files {
      var event = unsafe epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: file))
      guard unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, file, &event) == 0 else {
        throw ZeroMQError("epoll_ctl")
      }
    }
  }

  deinit {
    close(descriptor)
  }
}
