internal import Dispatch
internal import FoundationEssentials
internal import HostKit
internal import Synchronization

/// Measures how late the machine runs this program: a thread that sleeps compares the clock.
final class DelayMonitor: Sendable {
  private static let sleepMs = 5

  /// Delays worth noting, with the time at which they ended.
  private let delays = Mutex<[(atMs: Int, delayMs: Int)]>([])
  private let stopped = DispatchSemaphore(value: 0)

  init() {
    DispatchQueue(label: "delays").async { [weak self, stopped] in
      var before = MonotonicClock.nowMs
      while stopped.wait(timeout: .now() + .milliseconds(DelayMonitor.sleepMs)) == .timedOut {
        let now = MonotonicClock.nowMs
        self?.add(now - before - DelayMonitor.sleepMs, at: now)
        before = now
      }
    }
  }

  deinit { stopped.signal() }

  func stop() { stopped.signal() }

  private func add(_ delayMs: Int, at now: Int) {
    guard delayMs > DelayMonitor.sleepMs else { return }
    delays.withLock { $0.append((now, delayMs)) }
  }

  /// Returns the longest delay since a time.
  func longestMs(since startMs: Int) -> Int {
    delays.withLock { $0.lazy.filter { $0.atMs >= startMs }.map(\.delayMs).max() ?? 0 }
  }
}
