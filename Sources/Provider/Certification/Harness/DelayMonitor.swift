internal import Foundation
internal import HostKit
internal import Synchronization

/// Measures how late the machine runs this program: a thread that sleeps compares the clock.
final class DelayMonitor: Sendable {
  private static let sleepMs = 5

  private struct State {
    /// Delays worth noting, with the time at which they ended.
    var delays: [(atMs: Int, delayMs: Int)] = []
    var isStopped = false
  }

  private let state = Mutex(State())

  init() {
    Thread.detachNewThread { [weak self] in
      var before = MonotonicClock.nowMs
      repeat {
        usleep(UInt32(DelayMonitor.sleepMs * 1000))
        let now = MonotonicClock.nowMs
        guard self?.add(now - before - DelayMonitor.sleepMs, at: now) == true else { return }
        before = now
      } while true
    }
  }

  deinit { stop() }

  func stop() { state.withLock { $0.isStopped = true } }

  /// - Returns: whether to go on.
  private func add(_ delayMs: Int, at now: Int) -> Bool {
    state.withLock { state in
      if delayMs > DelayMonitor.sleepMs { state.delays.append((now, delayMs)) }
      return !state.isStopped
    }
  }

  /// Returns the longest delay since a time.
  func longestMs(since startMs: Int) -> Int {
    state.withLock { $0.delays.lazy.filter { $0.atMs >= startMs }.map(\.delayMs).max() ?? 0 }
  }
}
