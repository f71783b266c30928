internal import CZeroMQ
internal import Glibc

/// The role of a socket, which determines its operations.
public protocol SocketRole {
  /// The number of the type in libzmq.
  static var type: Int32 { get }
}

/// Binds, and distinguishes its peers.
public enum Router: SocketRole {
  public static var type: Int32 { ZMQ_ROUTER }
}

/// Connects to one router.
public enum Dealer: SocketRole {
  public static var type: Int32 { ZMQ_DEALER }
}

/// A socket. It belongs to one thread: it cannot be copied, and libzmq forbids sharing it.
@safe
public struct Socket<Role: SocketRole>: ~Copyable {
  let handle: SocketHandle
  /// Retained so that the context ends after its sockets.
  private let context: Context

  /// Opens a socket that drops nothing silently and never waits at its end.
  public init(_ context: Context, options: SocketOptions = SocketOptions()) throws(ZeroMQError) {
    guard let pointer = unsafe zmq_socket(context.pointer, Role.type) else {
      throw ZeroMQError("zmq_socket")
    }
    do throws(ZeroMQError) {
      try unsafe options.apply(to: pointer, isRouter: Role.type == ZMQ_ROUTER)
    } catch {
      unsafe zmq_close(pointer)
      throw error
    }
    self.context = context
    handle = unsafe SocketHandle(pointer)
  }

  deinit {
    unsafe zmq_close(handle.pointer)
  }

  /// Whether a message may wait that the descriptor does not signal.
  public var mayHaveMessage: Bool { handle.mayHaveMessage }

  /// Discards unsent messages when the socket is closed, instead of waiting for the peer.
  public func discardUnsent() {
    var ms: Int32 = 0
    _ = unsafe zmq_setsockopt(handle.pointer, ZMQ_LINGER, &ms, MemoryLayout<Int32>.size)
  }

  /// Listens at an endpoint such as `ipc:///run/user/1000/musicbus/clients.sock`.
  ///
  /// libzmq takes over an ipc path that is in use, so acquire a lock first.
  ///
  /// - Throws: ``ZeroMQError`` with `EPROTONOSUPPORT` if other machines could connect.
  public func bind(to endpoint: String) throws(ZeroMQError) {
    try Socket.check(endpoint)
    guard unsafe zmq_bind(handle.pointerForCall(), endpoint) == 0 else {
      throw ZeroMQError("zmq_bind")
    }
  }

  /// Connects as soon as a peer listens there, and again whenever the connection is lost.
  ///
  /// - Throws: ``ZeroMQError`` with `EPROTONOSUPPORT` if the endpoint is on another machine.
  public func connect(to endpoint: String) throws(ZeroMQError) {
    try Socket.check(endpoint)
    guard unsafe zmq_connect(handle.pointerForCall(), endpoint) == 0 else {
      throw ZeroMQError("zmq_connect")
    }
  }

  /// In 1.0 nothing leaves the machine: there is neither encryption nor proof of who is there.
  private static func check(_ endpoint: String) throws(ZeroMQError) {
    guard endpoint.hasPrefix("ipc://") || endpoint.hasPrefix("inproc://") else {
      throw ZeroMQError("endpoint \(endpoint)", code: EPROTONOSUPPORT)
    }
  }

  /// A descriptor that is readable when libzmq has work for the socket, which any call performs.
  /// After each wait, read until no message remains.
  var descriptor: Int32 {
    get throws(ZeroMQError) {
      var descriptor: Int32 = -1
      var size = MemoryLayout<Int32>.size
      guard unsafe zmq_getsockopt(handle.pointer, ZMQ_FD, &descriptor, &size) == 0 else {
        throw ZeroMQError("zmq_getsockopt")
      }
      return descriptor
    }
  }
}
