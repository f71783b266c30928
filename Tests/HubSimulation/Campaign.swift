package import HubCore
internal import MusicModel

/// Runs the schedules of many seeds, on several cores.
package struct Campaign: Sendable {
  package var seeds: Range<UInt64>
  /// The number of schedules that run concurrently.
  package var jobs: Int
  /// Whether it continues after a violation.
  package var continuesAfterViolation = false
  /// Whether transitions of the hubs' calls are recorded.
  package var recordsTransitions = false

  package init(seeds: Range<UInt64>, jobs: Int) {
    self.seeds = seeds
    self.jobs = max(1, jobs)
  }

  /// The result.
  package struct Report: Sendable {
    package var schedules = 0
    /// By seed.
    package var failures: [UInt64: InvariantViolation] = [:]
    /// Those of the hubs' calls, if they are recorded.
    package var transitions: Set<Transition> = []

    mutating func add(_ other: Report) {
      schedules += other.schedules
      failures.merge(other.failures) { one, _ in one }
      transitions.formUnion(other.transitions)
    }
  }

  package func run() async -> Report {
    await withTaskGroup { group in
      for job in 0..<UInt64(jobs) { group.addTask { share(of: job) } }
      var whole = Report()
      for await report in group {
        whole.add(report)
        if !continuesAfterViolation, !report.failures.isEmpty { group.cancelAll() }
      }
      return whole
    }
  }

  /// Every n-th seed, of n jobs.
  private func share(of job: UInt64) -> Report {
    var report = Report()
    var seed = seeds.lowerBound + job
    while seed < seeds.upperBound, !Task.isCancelled {
      var run = SimulationRun(Script(seed: seed))
      if recordsTransitions { run.hub.transitions = [] }
      let violation = run.run()
      report.transitions.formUnion(run.hub.transitions ?? [])
      report.schedules += 1
      if let violation {
        report.failures[seed] = violation
        if !continuesAfterViolation { return report }
      }
      seed += UInt64(jobs)
    }
    return report
  }
}
