internal import CZeroMQ
internal import Glibc
internal import Synchronization

/// Counts the bytes that libzmq holds for one peer until it has sent or dropped them. libzmq itself
/// limits only the number of messages, and does not report it.
public final class OutboundByteCounter: Sendable {
  /// Smaller frames are counted together, with the first frame that completes this many bytes.
  static let minFrameBytes = 1024

  private let bytes = Atomic(0)
  /// Bytes of small frames that are not counted yet.
  private let uncounted = Atomic(0)

  public init() {}

  /// The number of bytes held now.
  public var count: Int { bytes.load(ordering: .relaxed) }

  fileprivate func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }

  /// Returns the bytes to count with a frame, or `nil` if it is counted with a later one.
  func share(of frame: [UInt8]) -> Int? {
    let sum = uncounted.add(frame.count, ordering: .relaxed).newValue
    guard sum >= OutboundByteCounter.minFrameBytes else { return nil }
    uncounted.subtract(sum, ordering: .relaxed)
    return sum
  }
}

/// A frame that libzmq holds; libzmq releases it on any thread.
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

/// Releases a frame, called by libzmq.
private func releaseFrame(_ data: UnsafeMutableRawPointer?, _ frame: UnsafeMutableRawPointer?) {
  unsafe free(data)
  if let frame = unsafe frame { unsafe Unmanaged<WaitingFrame>.fromOpaque(frame).release() }
}

extension zmq_msg_t {
  /// Creates a frame that is counted until libzmq releases it, as `count` bytes.
  ///
  /// - Throws: ``ZeroMQError`` if memory is exhausted.
  init(
    _ bytes: [UInt8],
    counting unsent: OutboundByteCounter,
    as count: Int
  ) throws(ZeroMQError) {
    self.init()
    guard let copy = unsafe malloc(max(1, bytes.count)) else {
      throw ZeroMQError("malloc", code: ENOMEM)
    }
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe memcpy(copy, start, bytes.count) }
    }
    let frame = unsafe Unmanaged.passRetained(WaitingFrame(unsent, count))
    guard unsafe zmq_msg_init_data(&self, copy, bytes.count, releaseFrame, frame.toOpaque()) == 0
    else {
      let error = ZeroMQError("zmq_msg_init_data")
      unsafe free(copy)
      unsafe frame.release()
      throw error
    }
  }
}
