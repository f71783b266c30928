/// Deadlines of calls (Protocol/messages.md, "Time and cancellation").
enum DeadlineChecks {
  static let all: [Check] = [
    Check(
      "deadline.in-time",
      .core,
      "MB-123",
      summary: "ends a call within its timeoutMs, even if its upstream does not respond",
      fix: "Measure the time from the arrival of the call, and use the rest as the total "
        + "timeout of upstream requests.",
      .shared { worker in
        let harness = try worker.sharedHarness()
        let call = try harness.startBlockedCall(timeoutMs: timeoutMs)
        let terminal = try harness.terminal(
          of: call.id,
          within: .milliseconds(call.timeoutMs + 1000)
        )
        let allowedMs = Double(call.timeoutMs) + 200 * worker.options.timeoutFactor
        guard Double(terminal.elapsedMs) <= allowedMs else {
          let problem =
            "\(call.sample.method) with timeoutMs \(call.timeoutMs) ended after \(terminal.elapsedMs) ms."
          throw CheckInterruption.late(problem)
        }
        harness.set(.pass)
      }
    ),
    Check(
      "deadline.request",
      .core,
      "MB-123",
      summary: "aborts the upstream request at the deadline of the call",
      fix: "Use the time left until the deadline of the call as the total timeout of each request.",
      after: ["deadline.in-time"],
      .shared { worker in
        let harness = try worker.sharedHarness()
        let call = try harness.startBlockedCall(timeoutMs: timeoutMs)
        _ = try harness.terminal(of: call.id)
        guard
          try harness.run(for: harness.scaled(.seconds(1)), until: { harness.counts.blocked == 0 })
        else {
          throw CheckInterruption.late(
            "The upstream request was still open 1 s after the end of the call."
          )
        }
        harness.set(.pass)
      }
    ),
    Check(
      "deadline.shortest",
      .core,
      "MB-060",
      "MB-123",
      summary: "ends a call that leaves no time",
      fix: "If the deadline has passed before the work starts, reply with error DEADLINE_EXCEEDED.",
      .shared { worker in
        let harness = try worker.sharedHarness()
        let id = try harness.call(try worker.exampleCall(), timeoutMs: 1)
        _ = try harness.terminal(of: id, within: .seconds(2))
      }
    ),
  ]

  private static let timeoutMs = 400
}
