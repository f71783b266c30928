import CZeroMQ

/// libzmq with nothing around it: the limit of what a hub or client can reach. It waits in the
/// library, ten seconds at most.
final class RawSocket {
  private let pointer: UnsafeMutableRawPointer
  private let context: RawContext

  enum Kind {
    case router, dealer
  }

  init(_ context: RawContext, _ kind: Kind, timeoutMs: Int32 = 10_000) throws {
    let type = kind == .router ? ZMQ_ROUTER : ZMQ_DEALER
    guard let pointer = zmq_socket(context.pointer, type) else { throw RawError("zmq_socket") }
    self.pointer = pointer
    self.context = context
    set(ZMQ_RCVTIMEO, timeoutMs)
    set(ZMQ_SNDTIMEO, timeoutMs)
    set(ZMQ_LINGER, 0)
    set(ZMQ_RECONNECT_IVL, 2)
    set(ZMQ_SNDHWM, 2048)
    set(ZMQ_RCVHWM, 2048)
  }

  deinit { zmq_close(pointer) }

  private func set(_ option: Int32, _ value: Int32) {
    var value = value
    zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size)
  }

  func bind(to endpoint: String) throws {
    guard zmq_bind(pointer, endpoint) == 0 else { throw RawError("zmq_bind") }
  }

  func connect(to endpoint: String) throws {
    guard zmq_connect(pointer, endpoint) == 0 else { throw RawError("zmq_connect") }
  }

  func send(_ frames: [[UInt8]]) throws {
    for (index, frame) in frames.enumerated() {
      let more = index < frames.count - 1 ? ZMQ_SNDMORE : 0
      guard zmq_send(pointer, frame, frame.count, more) >= 0 else { throw RawError("zmq_send") }
    }
  }

  /// Takes the next message without looking at it.
  func receive() throws { try eachFrame { _ in } }

  /// Measures the time from a call to its reply, in microseconds.
  func time(of message: [[UInt8]]) throws -> Double {
    try Stopwatch.microseconds {
      try send(message)
      try receive()
    }
  }

  /// Takes the next message.
  func receiveFrames() throws -> [[UInt8]] {
    var frames: [[UInt8]] = []
    try eachFrame { frames.append(Array($0)) }
    return frames
  }

  private func eachFrame(_ body: (UnsafeRawBufferPointer) -> Void) throws {
    var message = zmq_msg_t()
    var isFollowed = true
    while isFollowed {
      zmq_msg_init(&message)
      defer { zmq_msg_close(&message) }
      guard zmq_msg_recv(&message, pointer, 0) >= 0 else { throw RawError("zmq_msg_recv") }
      body(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message)))
      isFollowed = zmq_msg_more(&message) == 1
    }
  }
}

/// The context of raw sockets.
final class RawContext {
  let pointer: UnsafeMutableRawPointer

  init() throws {
    guard let pointer = zmq_ctx_new() else { throw RawError("zmq_ctx_new") }
    zmq_ctx_set(pointer, ZMQ_BLOCKY, 0)
    self.pointer = pointer
  }

  deinit { zmq_ctx_term(pointer) }
}

/// A call into libzmq that failed.
struct RawError: Error, CustomStringConvertible {
  let code: Int32
  let description: String

  init(_ function: String) {
    code = zmq_errno()
    description = "\(function): \(String(cString: zmq_strerror(code)))"
  }

  /// Nothing came in time.
  var isTimeout: Bool { code == EAGAIN }
}
