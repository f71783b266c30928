internal import CZeroMQ

/// The options of a socket, with the defaults that the protocol requires.
public struct SocketOptions: Sendable {
  /// Messages that wait for one peer to read, at most.
  public var sendLimit: Int32 = 2048
  /// Messages of one peer that wait to be read, at most.
  public var receiveLimit: Int32 = 2048
  /// Bytes of one frame; a peer that sends more is disconnected by libzmq.
  public var maxFrameBytes: Int64 = 4 * 1024 * 1024 + 64 * 1024
  /// The time to send queued messages after the socket is closed, in milliseconds.
  public var lingerMs: Int32 = 0
  /// The first pause before connecting again, in milliseconds.
  public var reconnectMs: Int32 = 20
  /// The longest pause before connecting again, in milliseconds.
  public var reconnectMaxMs: Int32 = 1000
  /// For listeners: only peers that the context's ``ZAPHandler`` admits can connect.
  public var domain: String?

  public init() {}

  func apply(to socket: UnsafeMutableRawPointer, isRouter: Bool) throws(ZeroMQError) {
    try unsafe set(socket, ZMQ_SNDHWM, sendLimit)
    try unsafe set(socket, ZMQ_RCVHWM, receiveLimit)
    try unsafe set(socket, ZMQ_MAXMSGSIZE, maxFrameBytes)
    try unsafe set(socket, ZMQ_LINGER, lingerMs)
    if isRouter {
      // A message to a peer that is gone becomes an error, not silence.
      try unsafe set(socket, ZMQ_ROUTER_MANDATORY, Int32(1))
      try unsafe set(socket, ZMQ_HANDSHAKE_IVL, Int32(3000))
      if let domain {
        guard unsafe zmq_setsockopt(socket, ZMQ_ZAP_DOMAIN, domain, domain.utf8.count) == 0 else {
          throw ZeroMQError("zmq_setsockopt")
        }
      }
    } else {
      try unsafe set(socket, ZMQ_RECONNECT_IVL, reconnectMs)
      try unsafe set(socket, ZMQ_RECONNECT_IVL_MAX, reconnectMaxMs)
    }
  }

  private func set<Value: BitwiseCopyable>(
    _ socket: UnsafeMutableRawPointer,
    _ option: Int32,
    _ value: Value
  ) throws(ZeroMQError) {
    var value = value
    let result = unsafe zmq_setsockopt(socket, option, &value, MemoryLayout<Value>.size)
    guard result == 0 else { throw ZeroMQError("zmq_setsockopt") }
  }
}
