/// The time that a call has (specification, chapter "Time and cancellation").
enum DeadlineChecks {
  static let all: [Check] = [
    Check(
      "deadline.in-time",
      .core,
      "MB-123",
      what: "ends a call within its timeoutMs, also when its source is silent",
      advice: "Count the time from the arrival of the call, and give requests to the source what "
        + "is left of it as their total time-out.",
      .shared { lane in
        let stage = try lane.stage()
        let call = try stage.holdCall(timeoutMs: timeoutMs)
        let terminal = try stage.terminal(of: call.id, within: .milliseconds(timeoutMs + 1000))
        let allowedMs = Double(timeoutMs) + 200 * lane.options.timeoutFactor
        guard Double(terminal.elapsedMs) <= allowedMs else {
          let problem =
            "\(call.sample.method) with timeoutMs \(timeoutMs) ended after \(terminal.elapsedMs) ms."
          throw CheckInterruption.failed(problem)
        }
        stage.set(.pass)
      }
    ),
    Check(
      "deadline.request",
      .core,
      "MB-123",
      what: "gives up the request to its source when the time of the call is over",
      advice: "Give each request what is left of the call's timeoutMs as its total time-out.",
      after: ["deadline.in-time"],
      .shared { lane in
        let stage = try lane.stage()
        let call = try stage.holdCall(timeoutMs: timeoutMs)
        _ = try stage.terminal(of: call.id)
        guard try stage.play(for: stage.bound(.seconds(1)), until: { stage.counts.held == 0 })
        else {
          throw CheckInterruption.failed(
            "Its request was still open 1 s after the end of the call."
          )
        }
        stage.set(.pass)
      }
    ),
    Check(
      "deadline.shortest",
      .core,
      "MB-060",
      "MB-123",
      what: "ends a call that has no time at all",
      advice: "Answer a call also where its timeoutMs is over before the work begins, with error "
        + "DEADLINE_EXCEEDED.",
      .shared { lane in
        let stage = try lane.stage()
        let id = try stage.call(try lane.sample(), timeoutMs: 1)
        _ = try stage.terminal(of: id, within: .seconds(2))
      }
    ),
  ]

  private static let timeoutMs = 400
}
