internal import BusProtocol
internal import MusicModel

/// Tolerance of unknown and unneeded content (Protocol/messages.md, "Versions and compatibility").
enum ToleranceChecks {
  static let all: [Check] = [
    Check(
      "tolerance.members",
      .core,
      "MB-013",
      summary: "ignores unknown members",
      fix: "Read the members that you know by name, and ignore the others.",
      after: ["calls.samples", "liveness.pong"],
      .shared { worker in
        let harness = try worker.sharedHarness()
        try expectDone(worker, header: ["priority": 7], adding: ["mood": ["calm", 3]])
        let ping: JSONValue = [
          "type": "ping", "id": "tolerance", "sid": .string(harness.transcript.sid ?? ""),
          "mood": "calm",
        ]
        try harness.send(ping)
        _ = try harness.pong(within: .seconds(2), "tolerance")
      }
    ),
    Check(
      "tolerance.null",
      .core,
      "MB-014",
      summary: "treats null as absent",
      fix: "Treat a member that is null as absent, also in the header.",
      after: ["calls.samples"],
      .shared { worker in
        try expectDone(worker, header: ["seq": .null, "re": .null], adding: nulls)
      }
    ),
    Check(
      "tolerance.parameters",
      .core,
      "MB-088",
      summary: "ignores parameters that its method does not use",
      fix: "A hub may pass more parameters than a method needs; ignore the rest.",
      after: ["calls.samples"],
      .shared { worker in try expectDone(worker, adding: unused) }
    ),
    Check(
      "tolerance.bodies",
      .core,
      "MB-083",
      "MB-007",
      "MB-008",
      summary: "replies to pings with or without body and attachment",
      fix: "Do not read the body of ping and cancel, and ignore attachments.",
      after: ["liveness.pong"],
      .shared { worker in
        let harness = try worker.sharedHarness()
        for body: JSONValue? in [nil, [:], ["why": "no reason"]] {
          _ = try harness.pong(within: .seconds(2), try harness.ping(body))
        }
        let attached = try harness.ping([:], attachment: [0xFF, 0x00, 0xD8])
        _ = try harness.pong(within: .seconds(2), attached)
      }
    ),
    Check(
      "tolerance.types",
      .core,
      "MB-155",
      summary: "replies to unknown types that have an id with TYPE_UNKNOWN, and ignores others",
      fix: "For an unknown \"type\", send \"error\" TYPE_UNKNOWN with \"re\" if the message "
        + "has an \"id\"; otherwise do nothing.",
      .shared(types)
    ),
    Check(
      "tolerance.without-ttl",
      .core,
      "MB-120",
      summary: "accepts calls without timeoutMs",
      fix: "Without \"timeoutMs\", a call has 10,000 ms.",
      after: ["calls.samples"],
      .shared { worker in
        let harness = try worker.sharedHarness()
        _ = try harness.done(try harness.call(try worker.exampleCall(), timeoutMs: nil))
      }
    ),
    Check(
      "tolerance.words",
      .core,
      "MB-154",
      "MB-098",
      summary: "uses only types and codes of version 1.0",
      fix: "See Protocol/registry; codes of your own start with X_ and your name.",
      .observed
    ),
    Check(
      "tolerance.higher-minor",
      .core,
      "MB-032",
      "MB-153",
      summary: "works with a hub of a later minor version that chooses 1.0",
      fix: "Take \"version\" from the welcome, not from the start line, and ignore unknown "
        + "members.",
      .isolated(higherMinor)
    ),
  ]

  private static let nulls: [String: JSONValue] = [
    "exact": .null, "limit": .null, "country": .null, "lang": .null, "grant": .null, "size": .null,
    "explicit": .null,
  ]

  private static let unused: [String: JSONValue] = [
    "sort": "date", "offset": 0, "title": "a", "from": "1900", "to": "2100", "albumKind": "album",
    "owned": true, "editions": false, "detail": "full", "waitMs": 3000, "stream": false,
    "providers": ["others"],
  ]

  private static func expectDone(
    _ worker: CheckWorker,
    header: [String: JSONValue] = [:],
    adding params: [String: JSONValue]
  ) throws {
    let harness = try worker.sharedHarness()
    let sample = try worker.exampleCall()
    let added = params.filter { sample.params[$0.key] == nil }
    _ = try harness.done(try harness.call(sample, adding: added, header: header))
  }

  private static func types(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let id = harness.probeID()
    try harness.send(["type": "weather", "sid": .string(harness.transcript.sid ?? "")])
    try harness.send([
      "type": "weather", "id": .string(id), "sid": .string(harness.transcript.sid ?? ""),
    ])
    _ = try harness.run(for: harness.scaled(.seconds(1))) {
      !harness.transcript.callLog.probeErrors(of: id).isEmpty
    }
    guard let error = harness.transcript.callLog.probeErrors(of: id).first else {
      throw CheckInterruption.failed("A message of type \"weather\" with an id got no reply.")
    }
    guard error["code"]?.text == "TYPE_UNKNOWN" else {
      throw CheckInterruption.failed("The code was \(error["code"]?.text ?? "missing").")
    }
    try harness.expectReply(after: "a message of unknown type")
  }

  private static func higherMinor(_ worker: CheckWorker) throws {
    var behavior = HubBehavior()
    behavior.versions = VersionRange(
      min: ProtocolVersion(major: 1, minor: 0),
      max: ProtocolVersion(major: 1, minor: 7)
    )
    behavior.unknownMembers = ["weather": ["sun": true], "moon": [1, 2]]
    let harness = try worker.startProvider(behavior)
    try harness.welcome(try harness.nextHello())
    try harness.expectReply(after: "a start line and a welcome with unknown members")
  }
}
