internal import CZeroMQ
internal import Glibc

/// A socket of libzmq, and whether a message may wait there without a signal.
///
/// Its descriptor signals what arrives from now on, but any call for the socket may take a signal. After a
/// search that found no message, and no call since, the next message is signalled.
@safe
final class SocketHandle {
  /// The pointer for calls that take no signal.
  let pointer: UnsafeMutableRawPointer
  private(set) var mayHaveMessage = true

  init(_ pointer: UnsafeMutableRawPointer) { unsafe self.pointer = unsafe pointer }

  /// Returns the pointer for a call, which may take a signal.
  func pointerForCall() -> UnsafeMutableRawPointer {
    mayHaveMessage = true
    return unsafe pointer
  }

  /// Takes note that a call to receive a message has found none.
  func foundNoMessage() { mayHaveMessage = false }

  /// Makes libzmq process what its threads have received for the socket.
  ///
  /// - Returns: Whether a message is waiting.
  func hasMessage() throws(ZeroMQError) -> Bool {
    var events: Int32 = 0
    var size = MemoryLayout<Int32>.size
    while unsafe zmq_getsockopt(pointer, ZMQ_EVENTS, &events, &size) != 0 {
      let error = ZeroMQError("zmq_getsockopt")
      guard error.code == EINTR else { throw error }
    }
    mayHaveMessage = events & ZMQ_POLLIN != 0
    return mayHaveMessage
  }
}
