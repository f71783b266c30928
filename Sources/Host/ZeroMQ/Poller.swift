internal import CZeroMQ
internal import Glibc

/// Waits until a socket or a file is readable.
///
/// It checks a socket once before a wait, and again only when its descriptor becomes readable.
/// `zmq_poll` checks every socket twice per wait, which costs two system calls each.
@safe
public struct Poller {
  /// The polled descriptors: files, and the notification descriptors of sockets.
  private var descriptors: [pollfd] = []
  /// The sockets by index; `nil` for a file.
  private var sockets: [UnsafeMutableRawPointer?] = unsafe []
  /// The result of the last wait, by index.
  private var readable: [Bool] = []

  public init() {}

  /// Adds a socket and returns its index for ``isReadable(_:)``.
  public mutating func add<Role>(_ socket: borrowing Socket<Role>) -> Int {
    // Only a closed socket has no descriptor; the next wait reports the error.
    unsafe add((try? socket.descriptor) ?? -1, socket.pointer)
  }

  /// Adds a wake-up.
  public mutating func add(_ wakeUp: Waker) -> Int { add(descriptor: wakeUp.descriptor) }

  /// Adds several open files, which are readable if one of them is.
  public mutating func add(_ group: DescriptorGroup) -> Int { add(descriptor: group.descriptor) }

  /// Adds an open file, such as the end of a pipe; its end counts as readable.
  public mutating func add(descriptor: Int32) -> Int { unsafe add(descriptor, nil) }

  private mutating func add(_ descriptor: Int32, _ socket: UnsafeMutableRawPointer?) -> Int {
    descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    unsafe sockets.append(socket)
    readable.append(false)
    return readable.count - 1
  }

  /// Waits until something is readable or the time has passed.
  ///
  /// - Parameter timeoutMs: the maximum time; a signal ends the wait early.
  /// - Returns: whether anything is readable.
  /// - Throws: ``ZeroMQError`` if a socket was closed meanwhile.
  public mutating func wait(timeoutMs: Int) throws(ZeroMQError) -> Bool {
    // A descriptor signals new messages only, so earlier ones are checked here.
    for index in readable.indices {
      readable[index] = try unsafe sockets[index].map(Poller.hasMessage) ?? false
    }
    let isAnyNow = readable.contains(true)
    let deadline = Poller.nowMs + (isAnyNow ? 0 : max(0, timeoutMs))
    repeat {
      let leftMs = Int32(clamping: max(0, deadline - Poller.nowMs))
      guard unsafe poll(&descriptors, nfds_t(descriptors.count), leftMs) >= 0 else {
        let error = ZeroMQError("poll")
        guard error.code == EINTR else { throw error }
        return isAnyNow
      }
      for index in readable.indices where descriptors[index].revents != 0 {
        readable[index] = try unsafe sockets[index].map(Poller.hasMessage) ?? true
      }
      // The signal of a socket need not mean a message.
    } while !readable.contains(true) && Poller.nowMs < deadline
    return readable.contains(true)
  }

  /// Whether the last wait found this one readable.
  public func isReadable(_ index: Int) -> Bool { readable[index] }

  private static func hasMessage(_ socket: UnsafeMutableRawPointer) throws(ZeroMQError) -> Bool {
    var events: Int32 = 0
    var size = MemoryLayout<Int32>.size
    while unsafe zmq_getsockopt(socket, ZMQ_EVENTS, &events, &size) != 0 {
      let error = ZeroMQError("zmq_getsockopt")
      guard error.code == EINTR else { throw error }
    }
    return events & ZMQ_POLLIN != 0
  }

  private static var nowMs: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
