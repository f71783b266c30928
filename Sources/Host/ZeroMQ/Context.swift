internal import CZeroMQ

/// The home of sockets, and the only object of libzmq that threads may share.
///
/// It ends after the last of its sockets, and never waits for unsent messages.
@safe
public final class Context: Sendable {
  nonisolated(unsafe) let pointer: UnsafeMutableRawPointer

  /// - Parameter maxSockets: the maximum number of open sockets.
  /// - Throws: ``ZeroMQError`` if the process has no memory or descriptors left.
  public init(maxSockets: Int32 = 1023) throws(ZeroMQError) {
    guard let pointer = unsafe zmq_ctx_new() else { throw ZeroMQError("zmq_ctx_new") }
    unsafe self.pointer = unsafe pointer
    // Without this the end of the program waits for ever on one unsent message.
    unsafe zmq_ctx_set(pointer, ZMQ_BLOCKY, 0)
    unsafe zmq_ctx_set(pointer, ZMQ_MAX_SOCKETS, maxSockets)
  }

  deinit {
    unsafe zmq_ctx_term(pointer)
  }

  /// The version of libzmq that is running, such as (4, 3, 4).
  public static var libraryVersion: (major: Int32, minor: Int32, patch: Int32) {
    var version: (Int32, Int32, Int32) = (0, 0, 0)
    unsafe zmq_version(&version.0, &version.1, &version.2)
    return (version.0, version.1, version.2)
  }
}
