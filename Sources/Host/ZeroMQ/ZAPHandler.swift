internal import CZeroMQ

/// Decides who may connect to the sockets of a context that have a ``SocketOptions/domain``, before
/// anything that they say is taken in (ZAP, ZeroMQ's RFC 27).
///
/// It must be there before those sockets are bound. Nobody gets in while it does not answer, and
/// libzmq gives up on a connection that has waited for 3 s.
@safe
public struct ZAPHandler: ~Copyable {
  private var socket: Socket<Router>
  private let descriptor: Int32

  /// What it says to one who wants to connect.
  public enum Verdict: Hashable, Sendable {
    case admitted
    /// For good: whoever it is may not come in.
    case refused
  }

  /// Takes the place of the context's doorkeeper, of which there is one.
  ///
  /// - Throws: ``ZeroMQError``
  public init(_ context: Context) throws(ZeroMQError) {
    var socket = try Socket<Router>(context)
    try socket.bind(to: "inproc://zeromq.zap.01")
    // Only one who has found nothing to read is told by the descriptor that something has come.
    _ = try socket.receive()
    descriptor = try socket.descriptor
    self.socket = socket
  }

  /// Adds it to what a poller waits for: readable when somebody may want to connect. It stays so
  /// until ``answer(_:)`` was called.
  public borrowing func add(to poller: inout Poller) -> Int { poller.add(descriptor: descriptor) }

  /// Answers all who want to connect.
  ///
  /// - Parameter verdict: decides by whom the kernel says it is, which it does on ipc only.
  /// - Throws: ``ZeroMQError``
  public mutating func answer(
    _ verdict: (ProcessCredentials?) -> Verdict
  ) throws(ZeroMQError) {
    while let (asker, frames) = try socket.receive() {
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
      let answer = [[], frames.contents[1], frames.contents[2], Array(status.utf8), [], user, []]
      _ = try socket.send(answer, to: asker)
    }
  }
}
