internal import HostKit

/// Many calls in a row: nothing may grow without bound.
enum SoakChecks {
  static let all = [
    Check(
      "soak.growth",
      .core,
      "MB-239",
      what: "grows neither in memory nor in open files by many calls",
      advice: "Look for what is kept of calls that have ended: tasks, buffers, connections.",
      .last(soak)
    )
  ]

  private static let memoryGrowthMax = 16 * 1024 * 1024
  private static let descriptorGrowthMax = 12

  private static func soak(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let time: Duration = lane.options.isFast ? .milliseconds(500) : .seconds(10)
    let group = ProcessGroup(id: stage.child.pid)
    let warmUp = try load(stage, lane, for: time)
    let before = (memory: group.memoryBytes, descriptors: group.descriptorCount)
    let calls = try load(stage, lane, for: time * 2)
    try stage.play(for: lane.options.quiet)
    let after = (memory: group.memoryBytes, descriptors: group.descriptorCount)
    let grown = after.memory - before.memory
    guard grown <= memoryGrowthMax else {
      throw CheckInterruption.failed(
        "Its memory grew by \(grown / 1024) KiB in \(calls) calls, after \(warmUp) before."
      )
    }
    guard after.descriptors - before.descriptors <= descriptorGrowthMax else {
      throw CheckInterruption.failed(
        "It had \(before.descriptors) open files, and \(after.descriptors) after \(calls) calls."
      )
    }
  }

  /// As many calls as it takes, some of them cancelled.
  ///
  /// - Returns: how many there were.
  private static func load(_ stage: ProviderHarness, _ lane: CheckWorker, for time: Duration) throws
    -> Int
  {
    let promise = try lane.promise
    let sample = try lane.isFree ? try lane.sample() : ProviderHarness.unknown
    let deadline = Deadline.after(time)
    var count = 0
    while !deadline.isExpired {
      let calls = try (0..<min(promise.inflight, 8)).map { _ in try stage.call(sample) }
      if count % 3 == 0, let last = calls.last { try stage.cancel(last) }
      for id in calls { _ = try stage.terminal(of: id) }
      count += calls.count
    }
    return count
  }
}
