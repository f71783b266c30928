internal import CZeroMQ

/// ZeroMQ: a safe wrapper of libzmq with the few things that MusicBus uses of it. It knows sockets
/// and messages, and nothing of what the messages mean.

/// A call into libzmq that failed for a reason that is not part of ordinary life.
///
/// "Nothing there" and "queue full" are values, not errors; an interrupted call is tried again.
public struct ZeroMQError: Error, Hashable, Sendable {
  /// The C error number, such as `EADDRINUSE`.
  public let code: Int32
  /// The C function that failed.
  public let function: String

  init(_ function: String, code: Int32 = zmq_errno()) {
    self.code = code
    self.function = function
  }
}

extension ZeroMQError: CustomStringConvertible {
  public var description: String { "\(function) failed with error \(code)" }
}
