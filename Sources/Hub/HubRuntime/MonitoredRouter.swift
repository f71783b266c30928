internal import HubCore
internal import ZeroMQ

/// A router that reports ended connections even if no message is sent to them.
struct MonitoredRouter: ~Copyable {
  /// The maximum number of monitored connections; the ends of others are detected by timeout.
  static let maxConnections = 4096

  /// Bytes that wait for one peer, at most (MB-221).
  static let maxUnsentBytes = 8 * 1024 * 1024
  /// The number of calls between scans of idle peers.
  private static let searchInterval = 8
  /// Room beyond that for the reasons why a session and its calls end.
  private static let maxFinalBytes = 64 * 1024
  /// The maximum number of messages that wait for one peer: high enough that the limit in bytes applies first.
  private static let maxUnsent: Int32 = 131_072
  /// Messages of one client that wait to be read: more than the calls that it may have in flight.
  private static let maxReceived: Int32 = 64

  private let side: Peer.Side
  private var socket: Socket<Router>
  private var monitor: Monitor
  private var peers: [Int32: Peer] = [:]
  /// The unsent bytes of peers.
  private var unsent: [Peer: OutboundByteCounter] = [:]

  init(_ context: Context, at endpoint: String, side: Peer.Side) throws(ZeroMQError) {
    var options = SocketOptions()
    options.domain = ConnectionGuard.domain
    options.sendLimit = MonitoredRouter.maxUnsent
    if side == .client { options.receiveLimit = MonitoredRouter.maxReceived }
    let socket = try Socket<Router>(context, options: options)
    let monitor = try Monitor(socket, context)
    try socket.bind(to: endpoint)
    self.side = side
    self.socket = socket
    self.monitor = monitor
  }

  /// The indices of its two descriptors in a poller.
  struct PollIndices {
    var messages: Int
    var ends: Int
  }

  borrowing func add(to poller: inout Poller) throws(ZeroMQError) -> PollIndices {
    PollIndices(messages: poller.add(socket), ends: try monitor.add(to: &poller))
  }

  /// Returns the next message, if there is one, and the connections that have ended.
  ///
  /// `number` is that of calls since the poller has waited; with 0, its result is complete.
  mutating func receive(
    _ poller: Poller,
    _ indices: PollIndices,
    after number: Int
  ) throws(ZeroMQError) -> (message: (peer: Peer, frames: MultipartMessage)?, ended: [Peer]) {
    let isSearching = number > 0 && number.isMultiple(of: MonitoredRouter.searchInterval)
    let mayHaveMessage =
      number == 0 ? poller.isReadable(indices.messages) : isSearching || socket.mayHaveMessage
    let message = mayHaveMessage ? try next(searching: isSearching) : nil
    // Ends first: a descriptor may be in use again by the new message's connection.
    var ended: [Peer] = []
    if poller.isReadable(indices.ends) || hasNewName(message) {
      while let connection = try monitor.nextEnd() {
        guard let peer = peers.removeValue(forKey: connection) else { continue }
        unsent[peer] = nil
        ended.append(peer)
      }
    }
    if let (peer, frames) = message, let connection = frames.connection,
      peers.count < MonitoredRouter.maxConnections || peers[connection] != nil
    {
      peers[connection] = peer
    }
    return (message, ended)
  }

  private mutating func next(
    searching: Bool
  ) throws(ZeroMQError) -> (peer: Peer, frames: MultipartMessage)? {
    try socket.receive(searching: searching).map { (Peer(side, routing: $0.peer.bytes), $0.frames) }
  }

  /// Whether it comes from a connection that has another name here, or none.
  private func hasNewName(_ message: (peer: Peer, frames: MultipartMessage)?) -> Bool {
    guard let message, let connection = message.frames.connection else { return false }
    return peers[connection] != message.peer
  }

  /// Sends a message, unless too many bytes are queued for the peer. There is always room for a
  /// final message, so that a slow consumer gets its errors and its bye.
  mutating func send(
    _ frames: [[UInt8]],
    to peer: Peer,
    isFinal: Bool
  ) throws(ZeroMQError) -> SendResult {
    let bytes = frames.reduce(0) { $0 + $1.count }
    let waiting = waiting(for: peer)
    let room = isFinal ? MonitoredRouter.maxFinalBytes : 0
    guard waiting.count + bytes <= MonitoredRouter.maxUnsentBytes + room else { return .full }
    return try socket.send(frames, to: RoutingID(bytes: peer.routing), counting: waiting)
  }

  private mutating func waiting(for peer: Peer) -> OutboundByteCounter {
    if let known = unsent[peer] { return known }
    // The monitor does not report all ends, so some entries may be obsolete.
    if unsent.count >= MonitoredRouter.maxConnections { unsent = unsent.filter { $1.count > 0 } }
    let new = OutboundByteCounter()
    unsent[peer] = new
    return new
  }
}
