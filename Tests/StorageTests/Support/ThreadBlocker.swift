import Dispatch
import Synchronization

/// Blocks threads on demand.
final class ThreadBlocker: Sendable {
  private let semaphore = Mutex<DispatchSemaphore?>(nil)

  func block() { semaphore.withLock { $0 = DispatchSemaphore(value: 0) } }

  func unblock() {
    semaphore.withLock { semaphore in
      semaphore?.signal()
      semaphore = nil
    }
  }

  func waitIfBlocked() {
    guard let semaphore = semaphore.withLock({ $0 }) else { return }
    semaphore.wait()
    // Wake the next thread as well.
    semaphore.signal()
  }
}
