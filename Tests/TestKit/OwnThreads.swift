import Foundation
package import Testing

/// Runs each job of a test on a separate thread.
///
/// Tests share as many threads as the machine has cores. One that waits for a process or a socket
/// by blocking takes one of them away from all others, and one that waits for a time-out may be
/// late because others block. A test with this trait is not affected.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(ThreadForEachJob.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  package static var ownThreads: Self { OwnThreads() }
}

/// Runs each job of a task on a new thread. Tests have few jobs.
private final class ThreadForEachJob: TaskExecutor {
  static let shared = ThreadForEachJob()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
