/// Runs numbered jobs concurrently, all as soon as one is asked for, so that the cases of a test, which
/// run one after the other, do not wait for each other.
package actor ConcurrentJobs<Result: Sendable> {
  private let count: Int
  private let job: @Sendable (Int) async throws -> Result
  private var tasks: [Task<Result, any Error>] = []

  package init(count: Int, job: @escaping @Sendable (Int) async throws -> Result) {
    self.count = count
    self.job = job
  }

  package func result(_ number: Int) async throws -> Result {
    if tasks.isEmpty {
      tasks = (0..<count).map { number in Task { [job] in try await job(number) } }
    }
    return try await tasks[number].value
  }
}
