internal import CZeroMQ

/// Decides which peers may connect to sockets with a ``SocketOptions/domain`` (ZeroMQ RFC 27, ZAP).
///
/// Create it before you bind those sockets. Connections wait for its decision; libzmq abandons them
/// after 3 s.
@safe
public struct ZAPHandler: ~Copyable {
  private var socket: Socket<Router>
  private let descriptor: Int32

  /// The decision about a connection.
  public enum Verdict: Hashable, Sendable {
    case admitted
    /// The peer may not connect again.
    case refused
  }

  /// Becomes the handler of the context, which has only one.
  ///
  /// - Throws: ``ZeroMQError``
  public init(_ context: Context) throws(ZeroMQError) {
    var socket = try Socket<Router>(context)
    try socket.bind(to: "inproc://zeromq.zap.01")
    // The descriptor signals new requests only after a read has found none.
    _ = try socket.receive()
    descriptor = try socket.descriptor
    self.socket = socket
  }

  /// Adds it to a poller: readable when a peer wants to connect, until ``decide(_:)`` is called.
  public borrowing func add(to poller: inout Poller) throws(ZeroMQError) -> Int {
    try poller.add(quiet: descriptor)
  }

  /// Decides about all waiting connections.
  ///
  /// - Parameter verdict: decides by the credentials that the kernel reports, on ipc only.
  /// - Throws: ``ZeroMQError``
  public mutating func decide(
    _ verdict: (ProcessCredentials?) -> Verdict
  ) throws(ZeroMQError) {
    while let (peer, frames) = try socket.receive() {
      // Empty, version, number of the request, domain, address, routing id, mechanism.
      guard frames.contents.count >= 5 else { continue }
      let address = String(decoding: frames.contents[4], as: UTF8.self)
      let credentials = ProcessCredentials(peerAddress: address)
      let status =
        switch verdict(credentials) {
        case .admitted: "200"
        case .refused: "400"
        }
      let user = credentials.map { Array("\($0.uid)".utf8) } ?? []
      let reply = [[], frames.contents[1], frames.contents[2], Array(status.utf8), [], user, []]
      _ = try socket.send(reply, to: peer)
    }
  }
}
