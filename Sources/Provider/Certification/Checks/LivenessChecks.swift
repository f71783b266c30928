internal import BusProtocol
internal import MusicModel

/// Signs of life, and coming back (specification, chapter "Session").
enum LivenessChecks {
  static let all: [Check] = [
    Check(
      "liveness.pong",
      .core,
      "MB-052",
      what: "answers each ping with a pong",
      advice: "Answer \"ping\" with \"pong\", its \"re\" the ping's \"id\".",
      .shared { lane in
        let stage = try lane.stage()
        let pings = try (0..<3).map { _ in try stage.ping() }
        for ping in pings { _ = try stage.pong(within: .seconds(1), ping) }
      }
    ),
    Check(
      "liveness.pong-while-working",
      .full,
      "MB-056",
      what: "answers a ping within 500 ms while it works on a call",
      advice: "Do the work of calls outside the loop that reads messages.",
      after: ["liveness.pong"],
      .shared { lane in
        let stage = try lane.stage()
        let call = try stage.holdCall()
        _ = try stage.pong(within: .milliseconds(500))
        try stage.release([call.id])
      }
    ),
    Check(
      "liveness.hung-loop",
      .full,
      "MB-056",
      what: "answers pings from the loop that takes its calls",
      advice: "Let one loop read all messages; a pong from another thread hides that it hangs.",
      after: ["liveness.pong-while-working"],
      .shared { lane in
        let stage = try lane.stage()
        let call = try stage.holdCall()
        let second = try stage.call(ProviderHarness.unknown)
        _ = try stage.pong(within: .milliseconds(500))
        guard
          try stage.play(
            for: stage.bound(.milliseconds(500)),
            until: { stage.talk.ledger[second]?.terminal != nil }
          )
        else {
          throw CheckInterruption.failed("It answers pings while a call runs, but no other call.")
        }
        try stage.release([call.id])
      }
    ),
    Check(
      "liveness.counters",
      .full,
      "MB-084",
      what: "tells in pong what it works on, and how many calls have ended",
      advice: "\"inflight\" counts calls without a terminal, \"ended\" those with one.",
      after: ["liveness.pong-while-working"],
      .shared(counters)
    ),
    Check(
      "liveness.session-unknown",
      .core,
      "MB-039",
      "MB-037",
      what: "says hello again after bye SESSION_UNKNOWN, with the same token",
      advice: "On \"bye\" SESSION_UNKNOWN, send hello again over the same socket.",
      .apart { lane in try comesBack(lane, .sessionUnknown) }
    ),
    Check(
      "liveness.slow-consumer",
      .core,
      "MB-039",
      what: "says hello again after bye SLOW_CONSUMER",
      advice: "On \"bye\" SLOW_CONSUMER, send hello again.",
      after: ["liveness.session-unknown"],
      .apart { lane in
        try comesBack(lane, .slowConsumer)
      }
    ),
    Check(
      "liveness.hub-silent",
      .core,
      "MB-055",
      what: "says hello again when it has heard nothing for deadMs",
      advice: "Note when the hub was last heard; after \"deadMs\" of the welcome, say hello again.",
      .apart(hubSilent)
    ),
    Check(
      "liveness.connection-lost",
      .core,
      "MB-055",
      "MB-030",
      what: "says hello again when the connection was lost",
      advice: "A DEALER reconnects by itself: the silence of a hub that does not know the "
        + "session any more is how it is noticed.",
      after: ["liveness.hub-silent"],
      .apart { lane in
        let stage = try lane.begin(.hasty)
        try stage.expectService(after: "the welcome")
        try stage.loseConnection()
        let reason = "the connection was lost"
        _ = try hello(to: stage, because: reason, within: .seconds(4))
        try stage.expectService(after: reason)
      }
    ),
  ]

  private static func counters(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let idle = try stage.pong()
    let call = try stage.holdCall()
    let busy = try stage.pong()
    try stage.release([call.id])
    let after = try stage.pong()
    guard idle.body["inflight"] == 0, busy.body["inflight"] == 1, after.body["inflight"] == 0 else {
      throw CheckInterruption.failed(
        "\"inflight\" is not 0 before a call, 1 during and 0 after it."
      )
    }
    guard let before = idle.body["ended"]?.integer, let now = after.body["ended"]?.integer,
      now > before
    else { throw CheckInterruption.failed("\"ended\" did not grow by a call that ended.") }
  }

  private static func comesBack(_ lane: CheckWorker, _ code: ErrorCode) throws {
    let stage = try lane.begin()
    try stage.settle()
    try stage.bye(code)
    let second = try hello(to: stage, because: "bye \(code)", within: .seconds(2))
    guard second.body["token"] == stage.talk.hellos[0].body["token"] else {
      throw CheckInterruption.failed("The second hello has another token than the first.")
    }
    // What comes between hello and welcome can only be left aside.
    stage.talk.peer = second.routing
    _ = try stage.ping()
    stage.isSilent = false
    try stage.welcome(second)
    try stage.expectService(after: "bye \(code)")
  }

  private static func hubSilent(_ lane: CheckWorker) throws {
    let stage = try lane.begin(.hasty)
    try stage.expectService(after: "the welcome")
    stage.isSilent = true
    guard try stage.play(for: stage.bound(.seconds(3)), until: { stage.talk.hellos.count > 1 })
    else { throw CheckInterruption.failed("No hello came within 3 s, though \"deadMs\" was 600.") }
    stage.isSilent = false
    try stage.welcome(stage.talk.hellos[stage.talk.hellos.count - 1])
    try stage.expectService(after: "a silence of the hub")
  }

  /// The hello after the first.
  private static func hello(
    to stage: ProviderHarness,
    because reason: String,
    within time: Duration
  ) throws -> ReceivedMessage {
    guard try stage.play(for: stage.bound(time), until: { stage.talk.hellos.count > 1 }) else {
      throw CheckInterruption.failed("No hello came within \(time.inWords) after \(reason).")
    }
    return stage.talk.hellos[1]
  }
}
