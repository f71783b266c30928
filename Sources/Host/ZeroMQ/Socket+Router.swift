internal import CZeroMQ

/// The name that a router gives to one connection. It lives as long as the connection.
public struct RoutingID: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// What became of a message to one peer.
public enum SendResult: Hashable, Sendable {
  case sent
  /// Its queue is full: it does not read.
  case full
  /// There is no such connection any more.
  case gone
}

extension Socket where Role == Router {
  /// Takes the next message of any peer, or nothing where there is none. Peers take turns.
  ///
  /// Where a ``Poller`` has just found something to read, and nothing was read since (`afterWait`), new
  /// peers need not be looked for.
  public mutating func receive(
    afterWait: Bool = false
  ) throws(ZeroMQError) -> (peer: RoutingID, frames: MultipartMessage)? {
    // While one peer keeps it busy, libzmq looks only once a millisecond for peers that were idle.
    if !afterWait { try attend() }
    guard var frames = try receiveFrames(), !frames.contents.isEmpty else { return nil }
    let peer = RoutingID(bytes: frames.contents.removeFirst())
    return (peer, frames)
  }

  /// Sends a whole message to one peer, or says why not; it never waits.
  ///
  /// - Parameters:
  ///   - frames: the message without the routing id.
  ///   - peer: to whom.
  ///   - unsent: counts the message until it has left.
  /// - Returns: what became of it.
  /// - Throws: ``ZeroMQError``
  public mutating func send(
    _ frames: [[UInt8]],
    to peer: RoutingID,
    counting unsent: OutboundByteCounter? = nil
  ) throws(ZeroMQError) -> SendResult {
    do throws(ZeroMQError) {
      return try sendFrames([peer.bytes] + frames, counting: unsent) ? .sent : .full
    } catch {
      guard error.code == EHOSTUNREACH else { throw error }
      return .gone
    }
  }
}
