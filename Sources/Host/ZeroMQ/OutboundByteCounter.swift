internal import CZeroMQ
internal import Glibc
internal import Synchronization

/// Counts the bytes that libzmq keeps for one peer until it has sent or dropped them. libzmq itself
/// bounds messages only, and tells nobody how many there are.
public final class OutboundByteCounter: Sendable {
  /// Smaller frames are not counted: the bound on messages bounds them well enough.
  public static let frameBytesMin = 1024

  private let bytes = Atomic(0)

  public init() {}

  /// How many bytes wait now.
  public var count: Int { bytes.load(ordering: .relaxed) }

  fileprivate func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}

/// One frame that waits; it is let go of by libzmq, on whatever thread that does it.
private final class WaitingFrame: Sendable {
  private let unsent: OutboundByteCounter
  private let count: Int

  init(_ unsent: OutboundByteCounter, _ count: Int) {
    self.unsent = unsent
    self.count = count
    unsent.add(count)
  }

  deinit { unsent.add(-count) }
}

/// What libzmq calls when it is done with a frame.
private func letGo(_ data: UnsafeMutableRawPointer?, _ frame: UnsafeMutableRawPointer?) {
  unsafe free(data)
  if let frame = unsafe frame { unsafe Unmanaged<WaitingFrame>.fromOpaque(frame).release() }
}

extension zmq_msg_t {
  /// A frame that counts until libzmq is done with it.
  ///
  /// - Throws: ``ZeroMQError`` where there is no memory for it.
  init(_ bytes: [UInt8], counting unsent: OutboundByteCounter) throws(ZeroMQError) {
    self.init()
    guard let copy = unsafe malloc(bytes.count) else {
      throw ZeroMQError("malloc", code: ENOMEM)
    }
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe memcpy(copy, start, bytes.count) }
    }
    let frame = unsafe Unmanaged.passRetained(WaitingFrame(unsent, bytes.count))
    guard unsafe zmq_msg_init_data(&self, copy, bytes.count, letGo, frame.toOpaque()) == 0 else {
      let error = ZeroMQError("zmq_msg_init_data")
      unsafe free(copy)
      unsafe frame.release()
      throw error
    }
  }
}
