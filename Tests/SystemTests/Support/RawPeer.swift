import BusProtocol
import CZeroMQ
import HostKit

/// A peer that misbehaves: it sends tokens of others, chooses its routing id, or
/// never reads.
final class RawPeer {
  private let context: UnsafeMutableRawPointer
  private let socket: UnsafeMutableRawPointer

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameters:
  ///   - endpoint: the endpoint to connect to.
  ///   - routing: the routing id, if the peer chooses it.
  ///   - queue: the number of messages that libzmq queues before they are read.
  ///   - timeoutMs: the timeout of sends.
  /// - Throws: ``Problem``
  init(_ endpoint: String, routing: [UInt8]? = nil, queue: Int32 = 1000, timeoutMs: Int32 = 60_000)
    throws
  {
    guard let context = zmq_ctx_new(), let socket = zmq_socket(context, ZMQ_DEALER) else {
      throw Problem(description: "no socket")
    }
    self.context = context
    self.socket = socket
    set(ZMQ_LINGER, 0)
    set(ZMQ_SNDTIMEO, timeoutMs)
    set(ZMQ_RCVHWM, queue)
    if let routing { zmq_setsockopt(socket, ZMQ_ROUTING_ID, routing, routing.count) }
    guard zmq_connect(socket, endpoint) == 0 else { throw Problem(description: endpoint) }
  }

  deinit {
    zmq_close(socket)
    zmq_ctx_term(context)
  }

  private func set(_ option: Int32, _ value: Int32) {
    var value = value
    zmq_setsockopt(socket, option, &value, MemoryLayout<Int32>.size)
  }

  func send(_ message: WireMessage) throws { try send(message.frames()) }

  func send(_ frames: [[UInt8]]) throws {
    for (index, frame) in frames.enumerated() {
      let more = index < frames.count - 1 ? ZMQ_SNDMORE : 0
      guard zmq_send(socket, frame, frame.count, more) >= 0 else {
        throw Problem(description: "zmq_send: \(zmq_errno())")
      }
    }
  }

  /// The next message; `nil` after this time.
  func receive(within time: Duration = .seconds(60)) throws -> WireMessage? {
    set(ZMQ_RCVTIMEO, Int32(clamping: Deadline.after(time).remainingMs))
    var frames: [[UInt8]] = []
    var message = zmq_msg_t()
    repeat {
      zmq_msg_init(&message)
      defer { zmq_msg_close(&message) }
      guard zmq_msg_recv(&message, socket, 0) >= 0 else { return nil }
      frames.append(
        Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message)))
      )
      if zmq_msg_more(&message) == 0 { break }
    } while true
    return try WireMessage(frames: frames)
  }

  /// Says hello as a client or, with a token, as a provider, and returns the reply.
  func hello(token: String? = nil, within time: Duration = .seconds(60)) throws -> WireMessage? {
    let peer = PeerDescription(name: "raw", version: "1")
    try send(WireMessage(Header(type: .hello, id: "h"), Hello(peer: peer, token: token)))
    return try receive(within: time)
  }
}
