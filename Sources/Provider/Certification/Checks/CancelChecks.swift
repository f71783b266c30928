internal import BusProtocol

/// `cancel` at every moment of a call (specification, chapter "Time and cancellation").
enum CancelChecks {
  static let all: [Check] = [
    Check(
      "cancel.during",
      .full,
      "MB-128",
      "MB-126",
      what: "ends a cancelled call with CANCELLED within 500 ms",
      advice: "On \"cancel\", send error CANCELLED at once and drop what the work gives later.",
      after: ["liveness.hung-loop"],
      .shared(during)
    ),
    Check(
      "cancel.twice",
      .core,
      "MB-129",
      what: "ends a call once that is cancelled twice",
      advice: "Leave a cancel aside whose call is not in flight any more.",
      after: ["cancel.during", "calls.one-terminal", "calls.nothing-after"],
      .shared(twice)
    ),
    Check(
      "cancel.after",
      .core,
      "MB-067",
      "MB-129",
      what: "leaves the cancel of an ended call aside",
      advice: "Leave a cancel aside whose call is not in flight any more.",
      after: ["calls.samples", "calls.one-terminal", "calls.nothing-after"],
      .shared { lane in
        let stage = try lane.stage()
        let id = try stage.call(try lane.sample())
        _ = try stage.done(id)
        try stage.expectService(after: "a call")
        try stage.cancel(id)
        try stage.expectService(after: "a cancel of a call that had ended")
        try stage.play(for: lane.options.quiet)
      }
    ),
    Check(
      "cancel.before",
      .core,
      "MB-129",
      what: "leaves the cancel of a call aside that it has never seen",
      advice: "Do not remember cancels: a call that comes later is a new one.",
      after: ["calls.samples"],
      .shared { lane in
        let stage = try lane.stage()
        let id = stage.nextID("c")
        try stage.cancel(id)
        try stage.expectService(after: "a cancel of a call that never was")
        _ = try stage.done(try stage.call(try lane.sample(), id: id))
      }
    ),
  ]

  private static func during(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let call = try stage.holdCall()
    try stage.cancel(call.id)
    guard
      try stage.play(
        for: stage.bound(.milliseconds(500)),
        until: { stage.talk.ledger[call.id]?.terminal != nil }
      ), let terminal = stage.talk.ledger[call.id]?.terminal
    else {
      throw CheckInterruption.failed(
        "\(call.sample.method) got no terminal within 500 ms of its cancel."
      )
    }
    guard terminal.code == "CANCELLED" else {
      throw CheckInterruption.failed(
        "\(call.sample.method) ended in \(terminal.words) after its cancel."
      )
    }
    // What the work gives now must not be sent any more.
    stage.set(.pass)
    try stage.play(for: lane.options.quiet)
  }

  private static func twice(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let id: String
    if stage.gates.isEmpty {
      id = try stage.call(try lane.sample())
    } else {
      id = try stage.holdCall().id
    }
    try stage.cancel(id)
    try stage.cancel(id)
    stage.set(.pass)
    _ = try stage.terminal(of: id)
    try stage.expectService(after: "two cancels of one call")
    try stage.play(for: lane.options.quiet)
  }
}
