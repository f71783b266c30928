import Foundation
package import Testing

/// Lets a test run on threads of its own.
///
/// Tests share as many threads as the machine has cores. One that waits for a process or a socket
/// by blocking takes one of them away from all others, and one that waits for a time-out may be
/// late because others do. Neither holds for a test with this trait.
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

/// Runs each piece of a task on a new thread. Tests have few of them.
private final class ThreadForEachJob: TaskExecutor {
  static let shared = ThreadForEachJob()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
