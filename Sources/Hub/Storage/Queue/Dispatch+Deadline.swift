internal import Dispatch
internal import HostKit

extension DispatchSemaphore {
  /// Waits for a signal, at most until the deadline.
  ///
  /// - Returns: Whether it came.
  func wait(until deadline: Deadline) -> Bool {
    wait(timeout: .now() + .milliseconds(deadline.remainingMs)) == .success
  }
}

extension DispatchQueue {
  /// Runs `body` after all earlier work, and waits for its end, at most until the deadline.
  ///
  /// - Returns: Whether it ended in time. Otherwise it continues.
  func run(waitUntil deadline: Deadline, _ body: @escaping @Sendable () -> Void) -> Bool {
    let ended = DispatchSemaphore(value: 0)
    async {
      body()
      ended.signal()
    }
    return ended.wait(until: deadline)
  }
}
