internal import BusProtocol
internal import MusicModel

/// Heartbeat and reconnection (Protocol/messages.md, "Session").
enum LivenessChecks {
  static let all: [Check] = [
    Check(
      "liveness.pong",
      .core,
      "MB-052",
      summary: "replies to each ping with a pong",
      fix: "Reply to \"ping\" with \"pong\", with the ping's \"id\" as \"re\".",
      .shared { worker in
        let harness = try worker.sharedHarness()
        let pings = try (0..<3).map { _ in try harness.ping() }
        for ping in pings { _ = try harness.pong(within: .seconds(1), ping) }
      }
    ),
    Check(
      "liveness.pong-while-working",
      .full,
      "MB-056",
      summary: "replies to a ping within 500 ms during a call",
      fix: "Run calls outside the loop that receives messages.",
      after: ["liveness.pong"],
      .shared { worker in
        let harness = try worker.sharedHarness()
        let call = try harness.startBlockedCall()
        _ = try harness.pong(within: .milliseconds(500))
        try harness.unblock([call.id])
      }
    ),
    Check(
      "liveness.hung-loop",
      .full,
      "MB-056",
      summary: "replies to pings from the loop that receives its calls",
      fix: "Receive all messages in one loop; a pong from another thread hides that the loop "
        + "hangs.",
      after: ["liveness.pong-while-working"],
      .shared { worker in
        let harness = try worker.sharedHarness()
        let call = try harness.startBlockedCall()
        let second = try harness.call(ProviderHarness.unknownMethod)
        _ = try harness.pong(within: .milliseconds(500))
        guard
          try harness.run(
            for: harness.scaled(.milliseconds(500)),
            until: { harness.transcript.callLog[second]?.terminal != nil }
          )
        else {
          throw CheckInterruption.late(
            "It replies to pings during a call, but not to other calls."
          )
        }
        try harness.unblock([call.id])
      }
    ),
    Check(
      "liveness.wake-up",
      .core,
      "MB-058",
      summary: "replies to every message of a burst without a further message",
      fix: "Before you wait for ZMQ_FD, or after you have sent, receive until no message is left; "
        + "the descriptor signals changes only.",
      after: ["liveness.pong"],
      .isolated(bursts)
    ),
    Check(
      "liveness.counters",
      .full,
      "MB-084",
      summary: "reports calls in flight and completed calls in pong",
      fix: "\"inflight\" counts calls without a terminal message, \"ended\" those with one.",
      after: ["liveness.pong-while-working"],
      .shared(counters)
    ),
    Check(
      "liveness.session-unknown",
      .core,
      "MB-039",
      "MB-037",
      summary: "sends a new hello with the same token after bye SESSION_UNKNOWN",
      fix: "On \"bye\" SESSION_UNKNOWN, send hello again on the same socket.",
      .isolated { worker in try reconnects(worker, .sessionUnknown) }
    ),
    Check(
      "liveness.slow-consumer",
      .core,
      "MB-039",
      summary: "sends a new hello after bye SLOW_CONSUMER",
      fix: "On \"bye\" SLOW_CONSUMER, send hello again.",
      after: ["liveness.session-unknown"],
      .isolated { worker in
        try reconnects(worker, .slowConsumer)
      }
    ),
    Check(
      "liveness.hub-silent",
      .core,
      "MB-055",
      summary: "sends a new hello if the hub is silent for deadMs",
      fix: "Note when the last message of the hub arrived; after \"deadMs\" of the welcome, "
        + "send hello again.",
      .isolated(hubSilent)
    ),
    Check(
      "liveness.connection-lost",
      .core,
      "MB-055",
      "MB-030",
      summary: "sends a new hello after the connection was lost",
      fix: "A DEALER reconnects automatically, but the hub no longer knows the session; detect "
        + "its silence.",
      after: ["liveness.hub-silent"],
      .isolated { worker in
        let harness = try worker.openSession(.shortTimeouts)
        try harness.expectReply(after: "the welcome")
        try harness.loseConnection()
        let event = "the loss of the connection"
        _ = try hello(from: harness, after: event, within: .seconds(4))
        try harness.expectReply(after: event)
      }
    ),
  ]

  /// Sends bursts of short calls and pings, with nothing between them that could wake the provider.
  private static func bursts(_ worker: CheckWorker) throws {
    let harness = try worker.openSession()
    try harness.stopPinging()
    for size in [1, 2, 3, 5, 8, 13, 21, 8, 5, 3, 2, 1] {
      var calls: [String] = []
      var pings: [String] = []
      for _ in 0..<size {
        calls.append(try harness.call(ProviderHarness.unknownMethod))
        pings.append(try harness.ping())
      }
      let isComplete = try harness.run(for: harness.scaled(.seconds(2))) {
        calls.allSatisfy { harness.transcript.callLog[$0]?.terminal != nil }
          && pings.allSatisfy { harness.transcript.pongs[$0] != nil }
      }
      guard isComplete else {
        throw CheckInterruption.late(
          "After a burst of \(size) calls and \(size) pings, replies were missing for 2 s."
        )
      }
    }
  }

  private static func counters(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let idle = try harness.pong()
    let call = try harness.startBlockedCall()
    let busy = try harness.pong()
    try harness.unblock([call.id])
    let after = try harness.pong()
    guard idle.body["inflight"] == 0, busy.body["inflight"] == 1, after.body["inflight"] == 0 else {
      throw CheckInterruption.failed(
        "\"inflight\" is not 0 before, 1 during and 0 after a call."
      )
    }
    guard let before = idle.body["ended"]?.integer, let now = after.body["ended"]?.integer,
      now > before
    else { throw CheckInterruption.failed("\"ended\" did not increase when a call ended.") }
  }

  private static func reconnects(_ worker: CheckWorker, _ code: ErrorCode) throws {
    let harness = try worker.openSession()
    try harness.stopPinging()
    try harness.bye(code)
    let second = try hello(from: harness, after: "bye \(code)", within: .seconds(2))
    guard second.body["token"] == harness.transcript.hellos[0].body["token"] else {
      throw CheckInterruption.failed("The tokens of the first and second hello differ.")
    }
    // Messages between hello and welcome must be ignored.
    harness.transcript.peer = second.routing
    _ = try harness.ping()
    harness.isSilent = false
    try harness.welcome(second)
    try harness.expectReply(after: "bye \(code)")
  }

  private static func hubSilent(_ worker: CheckWorker) throws {
    let harness = try worker.openSession(.shortTimeouts)
    try harness.expectReply(after: "the welcome")
    harness.isSilent = true
    guard
      try harness.run(
        for: harness.scaled(.seconds(3)),
        until: { harness.transcript.hellos.count > 1 }
      )
    else { throw CheckInterruption.late("No hello within 3 s, although \"deadMs\" was 600.") }
    harness.isSilent = false
    try harness.welcome(harness.transcript.hellos[harness.transcript.hellos.count - 1])
    try harness.expectReply(after: "the silence of the hub")
  }

  /// Waits for the second hello.
  private static func hello(
    from harness: ProviderHarness,
    after event: String,
    within time: Duration
  ) throws -> ReceivedMessage {
    guard try harness.run(for: harness.scaled(time), until: { harness.transcript.hellos.count > 1 })
    else {
      throw CheckInterruption.late("No hello within \(time.text) after \(event).")
    }
    return harness.transcript.hellos[1]
  }
}
