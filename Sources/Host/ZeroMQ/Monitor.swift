internal import CZeroMQ

/// Reports the connections of a socket that have ended.
///
/// libzmq identifies a connection by its descriptor, which is reused for a later one. Process the
/// ends before you read newer messages.
@safe
public struct Monitor: ~Copyable {
  private let pair: Socket<Pair>
  private let descriptor: Int32

  /// One end of a pipe within the process.
  enum Pair: SocketRole {
    static var type: Int32 { ZMQ_PAIR }
  }

  /// Watches a socket until that is closed.
  ///
  /// - Throws: ``ZeroMQError``
  public init<Role>(_ socket: borrowing Socket<Role>, _ context: Context) throws(ZeroMQError) {
    let pair = try Socket<Pair>(context)
    let address = unsafe "inproc://monitor-\(UInt(bitPattern: socket.handle.pointer))"
    guard unsafe zmq_socket_monitor(socket.handle.pointer, address, ZMQ_EVENT_DISCONNECTED) == 0
    else {
      throw ZeroMQError("zmq_socket_monitor")
    }
    try pair.connect(to: address)
    // The descriptor signals new messages only after a read has found none.
    _ = try pair.receiveFrames()
    descriptor = try pair.descriptor
    self.pair = pair
  }

  /// Adds it to what a poller waits for: readable when something may have come. It stays so until
  /// ``nextEnd()`` has given nothing.
  public borrowing func add(to poller: inout Poller) throws(ZeroMQError) -> Int {
    try poller.add(quiet: descriptor)
  }

  /// Returns the descriptor of the next connection that has ended, or `nil`.
  ///
  /// - Throws: ``ZeroMQError``
  public mutating func nextEnd() throws(ZeroMQError) -> Int32? {
    while let frames = try pair.receiveFrames() {
      // Event number (2 bytes) and value (4 bytes), in the order of the machine; then the address.
      guard let event = frames.contents.first, event.count == 6 else { continue }
      let value = event[2...].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return Int32(bitPattern: UInt32(littleEndian: value))
    }
    return nil
  }
}
