import Synchronization

/// Runs jobs that never wait on the calling thread, so that equal bytes take equal paths.
final class InlineExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  static func run<Result: Sendable>(
    _ work: @escaping @Sendable () async -> Result
  ) -> Result {
    let executor = InlineExecutor()
    let result = Outcome<Result>()
    Task(executorPreference: executor) {
      let value = await work()
      result.value.withLock { $0 = value }
    }
    while let job = executor.jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
    guard let value = result.value.withLock({ $0 }) else {
      preconditionFailure("It waits for something.")
    }
    return value
  }

  /// Where the result is put.
  private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
