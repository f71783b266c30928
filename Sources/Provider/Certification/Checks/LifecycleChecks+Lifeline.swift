internal import HostKit

/// The end of standard input, which is the end of the hub (specification, chapter "Start of a
/// provider").
extension LifecycleChecks {
  static let leases: [Check] = [
    Check(
      "lifecycle.lease",
      .core,
      "MB-181",
      what: "is gone within 2 s of the end of its standard input",
      advice: "Read standard input in a thread of its own; at its end, exit whatever else runs.",
      .apart { lane in
        let stage = try lane.begin()
        try stage.expectService(after: "the welcome")
        try expectEnd(of: stage, when: "idle")
      }
    ),
    Check(
      "lifecycle.lease-while-greeting",
      .core,
      "MB-181",
      what: "is gone within 2 s also when the hub has not answered its hello",
      advice: "Wait for the welcome with an eye on standard input.",
      after: ["lifecycle.lease"],
      .apart { lane in
        let stage = try lane.start()
        _ = try stage.firstHello()
        try expectEnd(of: stage, when: "waiting for its welcome")
      }
    ),
    Check(
      "lifecycle.lease-while-working",
      .core,
      "MB-181",
      what: "is gone within 2 s also while a call runs",
      advice: "End the process itself at the end of standard input; do not wait for work.",
      after: ["lifecycle.lease"],
      .apart { lane in
        let stage = try lane.begin()
        _ = try stage.holdCall()
        try expectEnd(of: stage, when: "working on a call")
      }
    ),
    Check(
      "lifecycle.no-orphans",
      .core,
      "MB-185",
      what: "leaves no process of its own behind",
      advice: "End the processes that the provider starts before it ends, or start none.",
      after: ["lifecycle.lease"],
      .apart(noOrphans)
    ),
  ]

  private static func expectEnd(of stage: ProviderHarness, when state: String) throws {
    stage.isSilent = true
    stage.child.closeLifeline()
    guard try stage.playToEnd(within: stage.bound(.seconds(2))) != nil else {
      throw CheckInterruption.failed(
        "It still ran 2 s after its standard input had ended, \(state)."
      )
    }
  }

  private static func noOrphans(_ lane: CheckWorker) throws {
    let stage = try lane.begin()
    _ = try stage.terminal(of: try stage.call(try lane.sample()))
    stage.child.closeLifeline()
    guard try stage.playToEnd(within: stage.bound(.seconds(2))) != nil else {
      throw CheckInterruption.skipped("It does not end at all; see lifecycle.lease.")
    }
    guard stage.leftBehind.isEmpty else {
      let pids = stage.leftBehind.map(String.init).joined(separator: ", ")
      throw CheckInterruption.failed(
        "Processes that it had started still ran when it had ended: \(pids)."
      )
    }
  }
}
