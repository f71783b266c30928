internal import ZeroMQ

/// One connection to the hub, with what has not left it yet.
struct Connection: ~Copyable {
  private var socket: Socket<Dealer>
  private var poller = Poller()
  private let leasePlace: Int
  /// Messages that the socket had no room for, in order.
  private var unsent: [[[UInt8]]] = []
  private var unsentBytes = 0

  /// More than this unsent means that nobody reads.
  private static let unsentBytesMax = 8 * 1024 * 1024
  /// How soon a full queue is tried again.
  private static let retryMs = 10
  /// The last words may take so long to leave.
  private static let lingerMs: Int32 = 200

  init(
    _ context: Context,
    to endpoint: String,
    mailbox: Mailbox,
    lease: Lifeline
  ) throws(ZeroMQError) {
    var options = SocketOptions()
    options.lingerMs = Connection.lingerMs
    let socket = try Socket<Dealer>(context, options: options)
    try socket.connect(to: endpoint)
    _ = poller.add(socket)
    _ = poller.add(mailbox.wakeUp)
    leasePlace = poller.add(descriptor: lease.descriptor)
    self.socket = socket
  }

  /// Waits until something is to be done.
  ///
  /// - Returns: whether the lease has something to read.
  mutating func wait(timeoutMs: Int) throws(ZeroMQError) -> Bool {
    try sendUnsent()
    let isReady = try poller.wait(
      timeoutMs: unsent.isEmpty ? timeoutMs : min(timeoutMs, Connection.retryMs)
    )
    return isReady && poller.isReadable(leasePlace)
  }

  mutating func receive() throws(ZeroMQError) -> MultipartMessage? { try socket.receive() }

  /// Sends a message, or keeps it until there is room. A hub that reads nothing is a hub that the
  /// session gives up for its silence; until then the newest messages are lost.
  mutating func send(_ frames: [[UInt8]]) throws(ZeroMQError) {
    try sendUnsent()
    if unsent.isEmpty, try socket.send(frames) { return }
    let bytes = frames.reduce(0) { $0 + $1.count }
    guard unsentBytes + bytes <= Connection.unsentBytesMax else {
      StandardStreams.log("The hub reads nothing; a message of \(bytes) bytes is lost.")
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
