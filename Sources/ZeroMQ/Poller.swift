internal import CZeroMQ

/// Waits until a socket or a file has something to read.
@safe
public struct Poller {
  private var items: [zmq_pollitem_t] = unsafe []

  public init() {}

  /// Adds a socket and gives its place, by which ``isReadable(_:)`` is asked.
  public mutating func add<Role>(_ socket: borrowing Socket<Role>) -> Int {
    let item = unsafe zmq_pollitem_t(
      socket: socket.pointer,
      fd: -1,
      events: Int16(ZMQ_POLLIN),
      revents: 0
    )
    unsafe items.append(item)
    return unsafe items.count - 1
  }

  /// Adds a wake-up.
  public mutating func add(_ wakeUp: WakeUp) -> Int { add(descriptor: wakeUp.descriptor) }

  /// Adds an open file, such as the end of a pipe; its end counts as readable.
  public mutating func add(descriptor: Int32) -> Int {
    let item = unsafe zmq_pollitem_t(
      socket: nil,
      fd: descriptor,
      events: Int16(ZMQ_POLLIN | ZMQ_POLLERR),
      revents: 0
    )
    unsafe items.append(item)
    return unsafe items.count - 1
  }

  /// Waits until something is readable or the time is over.
  ///
  /// - Parameter timeoutMs: how long at most; a signal that comes in between ends the wait early.
  /// - Returns: whether anything is readable.
  /// - Throws: ``ZeroMQError`` where a socket was closed meanwhile.
  public mutating func wait(timeoutMs: Int) throws(ZeroMQError) -> Bool {
    let count = unsafe Int32(items.count)
    let ready = unsafe zmq_poll(&items, count, max(0, timeoutMs))
    if ready < 0 {
      let error = ZeroMQError("zmq_poll")
      guard error.code == EINTR else { throw error }
      return false
    }
    return ready > 0
  }

  /// Whether the last wait found this one readable.
  public func isReadable(_ place: Int) -> Bool {
    unsafe items[place].revents != 0
  }
}
