/// Runs numbered jobs concurrently and ahead, so that tests which run one after the other do not wait.
package actor JobsAhead<Result: Sendable> {
  private let count: Int
  private let ahead: Int
  private let job: @Sendable (Int) async throws -> Result
  private var tasks: [Int: Task<Result, any Error>] = [:]

  package init(
    count: Int,
    ahead: Int,
    job: @escaping @Sendable (Int) async throws -> Result
  ) {
    self.count = count
    self.ahead = ahead
    self.job = job
  }

  /// Returns the result of a job, and starts those after it.
  package func result(_ number: Int) async throws -> Result {
    for next in number..<min(number + ahead, count) where tasks[next] == nil {
      tasks[next] = Task { [job] in try await job(next) }
    }
    guard let task = tasks[number] else { return try await job(number) }
    return try await task.value
  }
}
