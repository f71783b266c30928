internal import BusProtocol
internal import MusicModel

/// What a provider must take although it does not know or need it (specification, chapter "Versions
/// and compatibility").
enum ToleranceChecks {
  static let all: [Check] = [
    Check(
      "tolerance.members",
      .core,
      "MB-013",
      what: "ignores members that it does not know",
      advice: "Read the members that you know by name, and do not look at the others.",
      after: ["calls.samples", "liveness.pong"],
      .shared { lane in
        let stage = try lane.stage()
        try expectDone(lane, header: ["priority": 7], adding: ["mood": ["calm", 3]])
        let ping: JSONValue = [
          "type": "ping", "id": "tolerance", "sid": .string(stage.talk.sid ?? ""), "mood": "calm",
        ]
        try stage.send(ping)
        _ = try stage.pong(within: .seconds(2), "tolerance")
      }
    ),
    Check(
      "tolerance.null",
      .core,
      "MB-014",
      what: "reads null as a member that is not there",
      advice: "Treat a member that is null as one that is absent, also in the header.",
      after: ["calls.samples"],
      .shared { lane in
        try expectDone(lane, header: ["seq": .null, "re": .null], adding: nulls)
      }
    ),
    Check(
      "tolerance.parameters",
      .core,
      "MB-088",
      what: "ignores parameters that its method does not use",
      advice: "A hub may hand on more than a method needs; leave the rest aside.",
      after: ["calls.samples"],
      .shared { lane in try expectDone(lane, adding: unused) }
    ),
    Check(
      "tolerance.bodies",
      .core,
      "MB-083",
      "MB-007",
      "MB-008",
      what: "answers pings with a body, without one, and with an attachment alike",
      advice: "Do not read the body of ping and cancel, and ignore attachments.",
      after: ["liveness.pong"],
      .shared { lane in
        let stage = try lane.stage()
        for body: JSONValue? in [nil, [:], ["why": "no reason"]] {
          _ = try stage.pong(within: .seconds(2), try stage.ping(body))
        }
        let attached = try stage.ping([:], attachment: [0xFF, 0x00, 0xD8])
        _ = try stage.pong(within: .seconds(2), attached)
      }
    ),
    Check(
      "tolerance.types",
      .core,
      "MB-155",
      what: "answers an unknown type that has an id with TYPE_UNKNOWN, and leaves others aside",
      advice: "For a \"type\" that is not of 1.0: send \"error\" TYPE_UNKNOWN with \"re\" where it "
        + "has an \"id\", else do nothing.",
      .shared(types)
    ),
    Check(
      "tolerance.without-ttl",
      .core,
      "MB-120",
      what: "takes a call without timeoutMs",
      advice: "Without \"timeoutMs\" a call has 10,000 ms.",
      after: ["calls.samples"],
      .shared { lane in
        let stage = try lane.stage()
        _ = try stage.done(try stage.call(try lane.sample(), timeoutMs: nil))
      }
    ),
    Check(
      "tolerance.words",
      .core,
      "MB-154",
      "MB-098",
      what: "uses no types and codes but those of version 1.0",
      advice: "See Protocol/registry; a code of your own begins with X_ and your name.",
      .watched
    ),
    Check(
      "tolerance.higher-minor",
      .core,
      "MB-032",
      "MB-153",
      what: "works with a hub of a later minor that speaks 1.0 to it",
      advice: "Take \"version\" from the welcome, not from the start line, and ignore what is new.",
      .apart(higherMinor)
    ),
  ]

  private static let nulls: [String: JSONValue] = [
    "exact": .null, "limit": .null, "country": .null, "lang": .null, "grant": .null, "size": .null,
    "explicit": .null,
  ]

  private static let unused: [String: JSONValue] = [
    "sort": "date", "offset": 0, "title": "a", "from": "1900", "to": "2100", "albumKind": "album",
    "editions": false, "detail": "full", "waitMs": 3000, "stream": false, "providers": ["others"],
  ]

  private static func expectDone(
    _ lane: CheckWorker,
    header: [String: JSONValue] = [:],
    adding params: [String: JSONValue]
  ) throws {
    let stage = try lane.stage()
    let sample = try lane.sample()
    let kept = params.filter { sample.params[$0.key] == nil }
    _ = try stage.done(try stage.call(sample, adding: kept, header: header))
  }

  private static func types(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let id = stage.probe()
    try stage.send(["type": "weather", "sid": .string(stage.talk.sid ?? "")])
    try stage.send(["type": "weather", "id": .string(id), "sid": .string(stage.talk.sid ?? "")])
    _ = try stage.play(for: stage.bound(.seconds(1))) {
      !stage.talk.ledger.refusals(of: id).isEmpty
    }
    guard let refusal = stage.talk.ledger.refusals(of: id).first else {
      throw CheckInterruption.failed("A message of the type \"weather\" with an id got no answer.")
    }
    guard refusal["code"]?.text == "TYPE_UNKNOWN" else {
      throw CheckInterruption.failed("The code was \(refusal["code"]?.text ?? "missing").")
    }
    try stage.expectService(after: "a message of an unknown type")
  }

  private static func higherMinor(_ lane: CheckWorker) throws {
    var role = HubBehavior()
    role.versions = VersionRange(
      min: ProtocolVersion(major: 1, minor: 0),
      max: ProtocolVersion(major: 1, minor: 7)
    )
    role.news = ["weather": ["sun": true], "moon": [1, 2]]
    let stage = try lane.start(role)
    try stage.welcome(try stage.nextHello())
    try stage.expectService(after: "a start line and a welcome with unknown members")
  }
}
