internal import CMicroHTTPD
internal import Synchronization

/// A response body that any thread appends to; the connection is suspended while it is empty.
///
/// A body of an announced length that ends before it breaks off the connection.
package final class HTTPStream: Sendable {
  private struct State {
    var pending: [UInt8] = []
    /// Bytes of `pending` that were sent.
    var sentCount = 0
    var isFinished = false
    var isClosed = false
    /// The address of the connection, while it is suspended.
    var suspended: UInt?
    var drainHandler: (@Sendable () -> Void)?
    var closeHandler: (@Sendable () -> Void)?
  }

  /// More unsent bytes than this end the stream: its reader is too slow.
  package static let maxPendingBytes = 4 * 1024 * 1024

  /// The announced length; `nil` sends chunks.
  let length: Int?
  private let state: Mutex<State>

  /// `onClose` runs at the end of the connection, and `onDrain` on the thread of the event loop whenever all bytes so
  /// far have been taken for sending.
  package init(
    length: Int? = nil,
    onClose: @escaping @Sendable () -> Void = {},
    onDrain: @escaping @Sendable () -> Void = {}
  ) {
    self.length = length
    state = Mutex(State(drainHandler: onDrain, closeHandler: onClose))
  }

  /// Whether the client has disconnected or the stream was finished.
  package var isEnded: Bool { state.withLock { $0.isClosed || $0.isFinished } }

  /// Appends bytes, which are sent immediately.
  package func send(_ bytes: some Sequence<UInt8>) {
    state.withLock { state in
      guard !state.isClosed, !state.isFinished else { return }
      state.pending += bytes
      if state.pending.count - state.sentCount > HTTPStream.maxPendingBytes {
        state.isFinished = true
      }
      HTTPStream.resume(&state)
    }
  }

  /// Ends the body after the bytes so far.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      HTTPStream.resume(&state)
    }
  }

  /// Handles the end of the connection.
  func connectionClosed() {
    let handler = state.withLock { state in
      state.isClosed = true
      state.suspended = nil
      state.pending = []
      state.drainHandler = nil
      defer { state.closeHandler = nil }
      return state.closeHandler
    }
    handler?()
  }

  private static func resume(_ state: inout State) {
    guard let address = state.suspended else { return }
    state.suspended = nil
    MHD_resume_connection(OpaquePointer(bitPattern: address))
  }

  /// Copies the next bytes; suspends the connection if no bytes are ready.
  func read(into output: UnsafeMutableRawBufferPointer, connection: UInt) -> Int {
    var drainHandler: (@Sendable () -> Void)?
    defer { drainHandler?() }
    return state.withLock { state in
      let rest = state.pending[state.sentCount...].prefix(output.count)
      if !rest.isEmpty {
        output.copyBytes(from: rest)
        state.sentCount += rest.count
        if state.sentCount == state.pending.count {
          state.pending.removeAll(keepingCapacity: state.pending.count < 64 * 1024)
          state.sentCount = 0
          drainHandler = state.drainHandler
        }
        return rest.count
      }
      if state.isFinished || state.isClosed { return musicbus_http_end_of_stream }
      MHD_suspend_connection(OpaquePointer(bitPattern: connection))
      state.suspended = connection
      return 0
    }
  }
}
