internal import CZeroMQ
internal import Glibc

/// Waits until a socket or a file is readable.
///
/// It checks a socket before a wait only if a message may wait there that its descriptor does not signal,
/// and again when that becomes readable. `zmq_poll` checks every socket twice per wait, which costs two
/// system calls each.
public struct Poller {
  /// The polled descriptors: files, and the notification descriptors of sockets; −1 for quiet files.
  private var descriptors: [pollfd] = []
  /// The files that are polled as one.
  private var quiet: (group: DescriptorGroup, index: Int)?
  /// The sockets by index; `nil` for a file.
  private var sockets: [SocketHandle?] = []
  /// The result of the last wait, by index.
  private var readable: [Bool] = []

  public init() {}

  /// Adds a socket and returns its index for ``isReadable(_:)``.
  public mutating func add<Role>(_ socket: borrowing Socket<Role>) -> Int {
    // Only a closed socket has no descriptor, and libzmq reports that at the next search.
    add((try? socket.descriptor) ?? -1, socket.handle)
  }

  /// Adds a wake-up.
  public mutating func add(_ wakeUp: Waker) -> Int { add(descriptor: wakeUp.descriptor) }

  /// Adds an open file that is rarely readable, such as the end of a process.
  ///
  /// All of these are polled as one, so that a wait costs the same for any number of them.
  ///
  /// - Throws: ``ZeroMQError`` with `EPERM` for a regular file.
  public mutating func add(quiet descriptor: Int32) throws(ZeroMQError) -> Int {
    if quiet == nil {
      let group = try DescriptorGroup()
      quiet = (group, add(descriptor: group.descriptor))
    }
    let index = add(-1, nil)
    try quiet?.group.add(descriptor, as: index)
    return index
  }

  /// Adds an open file, such as the end of a pipe; its end counts as readable.
  public mutating func add(descriptor: Int32) -> Int { add(descriptor, nil) }

  private mutating func add(_ descriptor: Int32, _ socket: SocketHandle?) -> Int {
    descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    sockets.append(socket)
    readable.append(false)
    return readable.count - 1
  }

  /// Waits until something is readable or the time has passed.
  ///
  /// - Parameter timeoutMs: the maximum time; a signal ends the wait early.
  /// - Returns: whether anything is readable.
  /// - Throws: ``ZeroMQError`` if a socket was closed meanwhile.
  public mutating func wait(timeoutMs: Int) throws(ZeroMQError) -> Bool {
    for index in readable.indices {
      readable[index] = false
      if let socket = sockets[index], socket.mayHaveMessage {
        readable[index] = try socket.hasMessage()
      }
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
        readable[index] = try sockets[index]?.hasMessage() ?? true
      }
      if let quiet, readable[quiet.index] {
        readable[quiet.index] = false
        for index in quiet.group.readable() { readable[index] = true }
      }
      // The signal of a socket need not mean a message.
    } while !readable.contains(true) && Poller.nowMs < deadline
    return readable.contains(true)
  }

  /// Whether the last wait found this one readable.
  public func isReadable(_ index: Int) -> Bool { readable[index] }

  private static var nowMs: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
