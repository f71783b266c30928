internal import CZeroMQ

/// One whole message as it came.
public struct MultipartMessage: Hashable, Sendable {
  /// Its frames; on a router without the routing id.
  public var contents: [[UInt8]]
  /// Frames over the bound, which were thrown away: the message is not to be used.
  public var excess: Int
  /// libzmq's name for the process that sent it: `localhost:uid:gid:pid`.
  var peerAddress: String?
  /// The descriptor of its connection, with which ``Monitor`` reports the end.
  public var connection: Int32?

  /// The process that sent it, as the kernel knows it; on ipc only.
  public var sender: ProcessCredentials? {
    peerAddress.flatMap { ProcessCredentials(peerAddress: $0) }
  }

  /// The maximum number of frames; the protocol has 4 at most.
  public static let maxFrames = 8
}

/// The peer of an ipc connection, as the kernel reports it.
public struct ProcessCredentials: Hashable, Sendable {
  public var uid: UInt32
  public var pid: Int32

  /// Reads libzmq's `localhost:uid:gid:pid`.
  init?(peerAddress: String) {
    let parts = peerAddress.split(separator: ":")
    guard parts.count == 4, let uid = UInt32(parts[1]), let pid = Int32(parts[3]) else {
      return nil
    }
    self.uid = uid
    self.pid = pid
  }
}

extension Socket {
  /// Receives the next message, or returns `nil`.
  func receiveFrames() throws(ZeroMQError) -> MultipartMessage? {
    var frames = MultipartMessage(contents: [], excess: 0)
    repeat {
      guard let frame = try receiveFrame() else { return nil }
      if frames.contents.count < MultipartMessage.maxFrames {
        frames.contents.append(frame.bytes)
      } else {
        frames.excess += 1
      }
      guard !frame.isFollowed else { continue }
      // libzmq 4.3.4 omits the address from the first frame after a poll: the last one has it.
      frames.peerAddress = frame.peerAddress
      if frame.connection >= 0 { frames.connection = frame.connection }
      return frames
    } while true
  }

  private struct Frame {
    var bytes: [UInt8]
    var isFollowed: Bool
    /// Of the last frame only.
    var peerAddress: String?
    var connection: Int32
  }

  private func receiveFrame() throws(ZeroMQError) -> Frame? {
    var message = zmq_msg_t()
    unsafe zmq_msg_init(&message)
    defer { unsafe zmq_msg_close(&message) }
    while unsafe zmq_msg_recv(&message, handle.pointerForCall(), ZMQ_DONTWAIT) < 0 {
      let error = ZeroMQError("zmq_msg_recv")
      if error.code == EAGAIN {
        handle.foundNoMessage()
        return nil
      }
      guard error.code == EINTR else { throw error }
    }
    let size = unsafe zmq_msg_size(&message)
    let bytes: [UInt8] =
      if size > 0, let data = unsafe zmq_msg_data(&message) {
        unsafe Array(UnsafeRawBufferPointer(start: data, count: size))
      } else {
        []
      }
    let isFollowed = unsafe zmq_msg_more(&message) == 1
    let peerAddress: String? =
      if !isFollowed, let address = unsafe zmq_msg_gets(&message, "Peer-Address") {
        unsafe String(cString: address)
      } else {
        nil
      }
    return Frame(
      bytes: bytes,
      isFollowed: isFollowed,
      peerAddress: peerAddress,
      connection: unsafe zmq_msg_get(&message, ZMQ_SRCFD)
    )
  }

  /// Queues a whole message without ever waiting.
  ///
  /// - Returns: false where the queue to the peer is full.
  func sendFrames(
    _ frames: [[UInt8]],
    counting unsent: OutboundByteCounter? = nil
  ) throws(ZeroMQError) -> Bool {
    for (index, frame) in frames.enumerated() {
      let flags = ZMQ_DONTWAIT | (index < frames.count - 1 ? ZMQ_SNDMORE : 0)
      let isQueued =
        if let unsent, let count = unsent.share(of: frame) {
          try queue(frame, flags, counting: unsent, as: count)
        } else {
          try queue(frame, flags)
        }
      guard isQueued else { return false }
    }
    return true
  }

  private func queue(_ frame: [UInt8], _ flags: Int32) throws(ZeroMQError) -> Bool {
    while unsafe zmq_send(handle.pointerForCall(), frame, frame.count, flags) < 0 {
      let error = ZeroMQError("zmq_send")
      if error.code == EAGAIN { return false }
      guard error.code == EINTR else { throw error }
    }
    return true
  }

  private func queue(
    _ frame: [UInt8],
    _ flags: Int32,
    counting unsent: OutboundByteCounter,
    as count: Int
  ) throws(ZeroMQError) -> Bool {
    var message = try zmq_msg_t(frame, counting: unsent, as: count)
    while unsafe zmq_msg_send(&message, handle.pointerForCall(), flags) < 0 {
      let error = ZeroMQError("zmq_msg_send")
      guard error.code == EINTR else {
        unsafe zmq_msg_close(&message)
        if error.code == EAGAIN { return false }
        throw error
      }
    }
    return true
  }
}
