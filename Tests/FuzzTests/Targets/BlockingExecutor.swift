import Dispatch
import Synchronization

/// Runs asynchronous work that waits, and blocks the thread until its end.
enum BlockingExecutor {
  static func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    let result = Result<Value>()
    Task.detached {
      let value = await work()
      result.value.withLock { $0 = value }
      result.ended.signal()
    }
    result.ended.wait()
    guard let value = result.value.withLock({ $0 }) else { fatalError("It has no result.") }
    return value
  }

  private final class Result<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let ended = DispatchSemaphore(value: 0)
  }
}
