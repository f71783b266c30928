import Dispatch
import Synchronization

/// Where threads wait for as long as it is closed.
final class Gate: Sendable {
  private let bell = Mutex<DispatchSemaphore?>(nil)

  func close() { bell.withLock { $0 = DispatchSemaphore(value: 0) } }

  func open() {
    bell.withLock { bell in
      bell?.signal()
      bell = nil
    }
  }

  func pass() {
    guard let closed = bell.withLock({ $0 }) else { return }
    closed.wait()
    // And the next one.
    closed.signal()
  }
}
