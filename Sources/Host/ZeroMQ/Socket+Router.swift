internal import CZeroMQ

/// The name that a router gives to one connection. It lives as long as the connection.
public struct RoutingID: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// The result of sending a message to one peer.
public enum SendResult: Hashable, Sendable {
  case sent
  /// Its queue is full: it does not read.
  case full
  /// The connection no longer exists.
  case gone
}

extension Socket where Role == Router {
  /// Takes the next message, from all peers in turn; `nil` if none is waiting.
  ///
  /// While one peer sends a lot, libzmq searches for messages of idle peers only once a millisecond. With
  /// `searching`, it does so now.
  public mutating func receive(
    searching: Bool = true
  ) throws(ZeroMQError) -> (peer: RoutingID, frames: MultipartMessage)? {
    if searching, try !handle.hasMessage() { return nil }
    guard var frames = try receiveFrames(), !frames.contents.isEmpty else { return nil }
    let peer = RoutingID(bytes: frames.contents.removeFirst())
    return (peer, frames)
  }

  /// Sends a whole message to one peer without waiting.
  ///
  /// - Parameters:
  /// - frames: the message without the routing id.
  /// - peer: the receiver.
  /// - unsent: counts the message until it is sent.
  /// - Returns: the result.
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
