internal import BusProtocol

/// `cancel` before, during and after calls (Protocol/messages.md, "Time and cancellation").
enum CancelChecks {
  static let all: [Check] = [
    Check(
      "cancel.during",
      .full,
      "MB-128",
      "MB-126",
      summary: "ends a cancelled call with CANCELLED within 500 ms",
      fix: "On \"cancel\", send error CANCELLED immediately and drop later results.",
      after: ["liveness.hung-loop"],
      .shared(during)
    ),
    Check(
      "cancel.twice",
      .core,
      "MB-129",
      summary: "ends a call only once if it is cancelled twice",
      fix: "Ignore a cancel for a call that is not in flight.",
      after: ["cancel.during", "calls.one-terminal", "calls.nothing-after"],
      .shared(twice)
    ),
    Check(
      "cancel.after",
      .core,
      "MB-067",
      "MB-129",
      summary: "ignores the cancel of a call that has ended",
      fix: "Ignore a cancel for a call that is not in flight.",
      after: ["calls.samples", "calls.one-terminal", "calls.nothing-after"],
      .shared { worker in
        let harness = try worker.sharedHarness()
        let id = try harness.call(try worker.exampleCall())
        _ = try harness.done(id)
        try harness.expectReply(after: "a call")
        try harness.cancel(id)
        try harness.expectReply(after: "the cancel of a completed call")
        try harness.run(for: worker.options.silencePeriod)
      }
    ),
    Check(
      "cancel.before",
      .core,
      "MB-129",
      summary: "ignores the cancel of an unknown call",
      fix: "Do not store cancels: a later call with the same id is a new call.",
      after: ["calls.samples"],
      .shared { worker in
        let harness = try worker.sharedHarness()
        let id = harness.nextID("c")
        try harness.cancel(id)
        try harness.expectReply(after: "the cancel of an unknown call")
        _ = try harness.done(try harness.call(try worker.exampleCall(), id: id))
      }
    ),
  ]

  private static func during(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let call = try harness.startBlockedCall()
    try harness.cancel(call.id)
    guard
      try harness.run(
        for: harness.scaled(.milliseconds(500)),
        until: { harness.transcript.callLog[call.id]?.terminal != nil }
      ), let terminal = harness.transcript.callLog[call.id]?.terminal
    else {
      throw CheckInterruption.late(
        "\(call.sample.method) did not end within 500 ms after its cancel."
      )
    }
    guard terminal.code == "CANCELLED" else {
      throw CheckInterruption.failed(
        "\(call.sample.method) ended with \(terminal) after its cancel."
      )
    }
    // Later results must not be sent.
    harness.set(.pass)
    try harness.run(for: worker.options.silencePeriod)
  }

  private static func twice(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let id: String
    if harness.proxies.isEmpty {
      id = try harness.call(try worker.exampleCall())
    } else {
      id = try harness.startBlockedCall().id
    }
    try harness.cancel(id)
    try harness.cancel(id)
    // The request stays blocked until the call has ended: otherwise a response could end it before a
    // slow provider reads the cancels.
    _ = try harness.terminal(of: id)
    harness.set(.pass)
    try harness.expectReply(after: "two cancels of the same call")
    try harness.run(for: worker.options.silencePeriod)
  }
}
