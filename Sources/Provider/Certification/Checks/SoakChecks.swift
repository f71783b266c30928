internal import HostKit

/// Resource usage over many calls.
enum SoakChecks {
  static let all = [
    Check(
      "soak.growth",
      .core,
      "MB-239",
      summary: "does not grow in memory or open files over many calls",
      fix: "Look for state of completed calls that is never removed: tasks, buffers, connections.",
      .exclusive(soak)
    )
  ]

  private static let maxMemoryGrowth = 16 * 1024 * 1024
  private static let maxDescriptorGrowth = 12
  /// Fewer calls show no growth; on a busy machine, they take longer.
  private static let minCalls = 100
  private static let maxExtension = Duration.seconds(5)

  private static func soak(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let time: Duration = worker.options.isFast ? .milliseconds(500) : .seconds(10)
    let group = ProcessGroup(id: harness.child.pid)
    let warmUp = try load(harness, worker, for: time)
    let before = (memory: group.memoryBytes, descriptors: group.descriptorCount)
    let calls = try load(harness, worker, for: time * 2)
    try harness.run(for: worker.options.silencePeriod)
    let after = (memory: group.memoryBytes, descriptors: group.descriptorCount)
    let grown = after.memory - before.memory
    guard grown <= maxMemoryGrowth else {
      throw CheckInterruption.failed(
        "Its memory grew by \(grown / 1024) KiB in \(calls) calls, after a warm-up of \(warmUp)."
      )
    }
    guard after.descriptors - before.descriptors <= maxDescriptorGrowth else {
      throw CheckInterruption.failed(
        "Its open files grew from \(before.descriptors) to \(after.descriptors) in \(calls) calls."
      )
    }
  }

  /// Makes as many calls as possible, and cancels some of them.
  ///
  /// - Returns: the number of calls.
  private static func load(_ harness: ProviderHarness, _ worker: CheckWorker, for time: Duration)
    throws
    -> Int
  {
    let declared = try worker.declared
    let sample = try worker.canCallFreely ? try worker.exampleCall() : ProviderHarness.unknownMethod
    let deadline = Deadline.after(time)
    let latest = Deadline.after(time + maxExtension)
    var count = 0
    while !deadline.isExpired || count < minCalls && !latest.isExpired {
      let calls = try (0..<min(declared.inflight, 8)).map { _ in try harness.call(sample) }
      if count % 3 == 0, let last = calls.last { try harness.cancel(last) }
      for id in calls { _ = try harness.terminal(of: id) }
      count += calls.count
    }
    return count
  }
}
