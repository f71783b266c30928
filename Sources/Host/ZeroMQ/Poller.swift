internal import CZeroMQ
internal import Glibc

/// Waits until a socket or a file has something to read.
///
/// A socket is asked once before a wait, and again only when its descriptor tells that there may be
/// news. `zmq_poll` asks every socket twice a wait, and each time costs two system calls.
@safe
public struct Poller {
  /// What the kernel waits for: files, and of each socket the descriptor by which libzmq tells news.
  private var descriptors: [pollfd] = []
  /// The socket in each place, or nothing where it is a file.
  private var sockets: [UnsafeMutableRawPointer?] = unsafe []
  /// What the last wait has found, place by place.
  private var readable: [Bool] = []

  public init() {}

  /// Adds a socket and gives its place, by which ``isReadable(_:)`` is asked.
  public mutating func add<Role>(_ socket: borrowing Socket<Role>) -> Int {
    // Only a socket that was closed has none; the next wait tells that.
    unsafe add((try? socket.descriptor) ?? -1, socket.pointer)
  }

  /// Adds a wake-up.
  public mutating func add(_ wakeUp: Waker) -> Int { add(descriptor: wakeUp.descriptor) }

  /// Adds an open file, such as the end of a pipe; its end counts as readable.
  public mutating func add(descriptor: Int32) -> Int { unsafe add(descriptor, nil) }

  private mutating func add(_ descriptor: Int32, _ socket: UnsafeMutableRawPointer?) -> Int {
    descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    unsafe sockets.append(socket)
    readable.append(false)
    return readable.count - 1
  }

  /// Waits until something is readable or the time is over.
  ///
  /// - Parameter timeoutMs: how long at most; a signal that comes in between ends the wait early.
  /// - Returns: whether anything is readable.
  /// - Throws: ``ZeroMQError`` where a socket was closed meanwhile.
  public mutating func wait(timeoutMs: Int) throws(ZeroMQError) -> Bool {
    // A descriptor tells only what is new: what has come before has to be asked for.
    for place in readable.indices {
      readable[place] = try unsafe sockets[place].map(Poller.hasMessage) ?? false
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
      for place in readable.indices where descriptors[place].revents != 0 {
        readable[place] = try unsafe sockets[place].map(Poller.hasMessage) ?? true
      }
      // What a socket had to tell need not have been a message.
    } while !readable.contains(true) && Poller.nowMs < deadline
    return readable.contains(true)
  }

  /// Whether the last wait found this one readable.
  public func isReadable(_ place: Int) -> Bool { readable[place] }

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
