internal import CCurl
internal import Glibc
internal import Synchronization

/// The transfers that the thread has not yet begun, and a signal that ends its wait.
final class TransferQueue: Sendable {
  private let state = Mutex<(added: [PendingTransfer], isStopped: Bool)>(([], false))
  /// Readable after ``wake()``, until ``takeAdded()``.
  let signal: Int32

  init() {
    signal = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(signal >= 0, "No file descriptor is left.")
  }

  deinit { close(signal) }

  func add(_ transfer: PendingTransfer) {
    state.withLock { $0.added.append(transfer) }
    wake()
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  /// Ends the present wait of the thread, or the next one.
  func wake() { eventfd_write(signal, 1) }

  /// Returns the transfers added since the last call; `nil` after `stop`.
  func takeAdded() -> [PendingTransfer]? {
    var count: eventfd_t = 0
    eventfd_read(signal, &count)
    return state.withLock { state in
      defer { state.added = [] }
      return state.isStopped ? nil : state.added
    }
  }
}
