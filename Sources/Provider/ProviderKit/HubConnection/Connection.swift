internal import Synchronization
internal import ZeroMQ

/// One connection to the hub, with the messages that could not be sent yet.
struct Connection: ~Copyable {
  private var socket: Socket<Dealer>
  private var poller = Poller()
  private let lifelineIndex: Int
  /// Messages for which the socket had no room, in order.
  private var unsent: [[[UInt8]]] = []
  private var unsentBytes = 0

  private static let maxUnsentBytes = 8 * 1024 * 1024
  /// The interval at which a full queue is retried.
  private static let retryMs = 10
  /// The time that the last messages may take after the socket is closed.
  private static let lingerMs: Int32 = 200

  init(
    _ context: Context,
    to endpoint: String,
    mailbox: Mailbox,
    lifeline: Lifeline
  ) throws(ZeroMQError) {
    var options = SocketOptions()
    options.lingerMs = Connection.lingerMs
    let socket = try Socket<Dealer>(context, options: options)
    try socket.connect(to: endpoint)
    _ = poller.add(socket)
    _ = poller.add(mailbox.waker)
    lifelineIndex = poller.add(descriptor: lifeline.descriptor)
    self.socket = socket
  }

  /// Waits for a message, a mailbox event or the lifeline.
  ///
  /// - Returns: whether the lifeline is readable.
  mutating func wait(timeoutMs: Int) throws(ZeroMQError) -> Bool {
    try sendUnsent()
    let isReady = try poller.wait(
      timeoutMs: unsent.isEmpty ? timeoutMs : min(timeoutMs, Connection.retryMs)
    )
    return isReady && poller.isReadable(lifelineIndex)
  }

  mutating func receive() throws(ZeroMQError) -> MultipartMessage? { try socket.receive() }

  /// Sends a message, or stores it until the socket has room.
  ///
  /// If the hub does not read, further messages are dropped until the session times out.
  mutating func send(_ frames: [[UInt8]]) throws(ZeroMQError) {
    try sendUnsent()
    if unsent.isEmpty, try socket.send(frames) { return }
    let bytes = frames.reduce(0) { $0 + $1.count }
    guard unsentBytes + bytes <= Connection.maxUnsentBytes else {
      StandardStreams.log("The hub is not reading; dropped a message of \(bytes) bytes.")
      return
    }
    unsent.append(frames)
    unsentBytes += bytes
  }

  private mutating func sendUnsent() throws(ZeroMQError) {
    while let first = unsent.first, try socket.send(first) {
      unsent.removeFirst()
      unsentBytes -= first.reduce(0) { $0 + $1.count }
    }
  }
}

/// Passes events from tasks and signal handlers to the thread that owns the socket, and wakes it.
///
/// Its size is bounded by the number of running calls.
final class Mailbox: Sendable {
  let waker: Waker
  private let events = Mutex<[ProviderSession.Event]>([])

  init() throws(ZeroMQError) { waker = try Waker() }

  func post(_ event: ProviderSession.Event) {
    events.withLock { $0.append(event) }
    waker.signal()
  }

  /// Removes and returns all events.
  func drain() -> [ProviderSession.Event] {
    waker.reset()
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
