internal import HostKit

/// The end of standard input, the lifeline (Protocol/provider.md, "Start").
extension LifecycleChecks {
  static let lifeline: [Check] = [
    Check(
      "lifecycle.lease",
      .core,
      "MB-181",
      summary: "exits within 2 s after its standard input ends",
      fix: "Read standard input in a separate thread, and exit at its end whatever else is "
        + "running.",
      .isolated { worker in
        let harness = try worker.openSession()
        try harness.expectReply(after: "the welcome")
        try expectExit(of: harness, while: "idle")
      }
    ),
    Check(
      "lifecycle.lease-while-greeting",
      .core,
      "MB-181",
      summary: "exits within 2 s even if the hub has not replied to its hello",
      fix: "Watch standard input while you wait for the welcome.",
      after: ["lifecycle.lease"],
      .isolated { worker in
        let harness = try worker.startProvider()
        _ = try harness.firstHello()
        try expectExit(of: harness, while: "waiting for the welcome")
      }
    ),
    Check(
      "lifecycle.lease-while-working",
      .core,
      "MB-181",
      summary: "exits within 2 s even during a call",
      fix: "Exit the process when standard input ends; do not wait for calls.",
      after: ["lifecycle.lease"],
      .isolated { worker in
        let harness = try worker.openSession()
        _ = try harness.startBlockedCall()
        try expectExit(of: harness, while: "working on a call")
      }
    ),
    Check(
      "lifecycle.no-orphans",
      .core,
      "MB-185",
      summary: "leaves no child process running",
      fix: "End child processes before you exit, or start none.",
      after: ["lifecycle.lease"],
      .isolated(noOrphans)
    ),
  ]

  private static func expectExit(of harness: ProviderHarness, while state: String) throws {
    harness.isSilent = true
    harness.child.closeLifeline()
    guard try harness.waitForExit(within: harness.scaled(.seconds(2))) != nil else {
      throw CheckInterruption.late(
        "It was still running 2 s after its standard input ended (\(state))."
      )
    }
  }

  private static func noOrphans(_ worker: CheckWorker) throws {
    let harness = try worker.openSession()
    _ = try harness.terminal(of: try harness.call(try worker.exampleCall()))
    harness.child.closeLifeline()
    guard try harness.waitForExit(within: harness.scaled(.seconds(2))) != nil else {
      throw CheckInterruption.skipped("The provider does not exit; see lifecycle.lease.")
    }
    guard harness.orphans.isEmpty else {
      let pids = harness.orphans.map(String.init).joined(separator: ", ")
      throw CheckInterruption.failed(
        "Child processes were still running after it exited: \(pids)."
      )
    }
  }
}
