internal import BusProtocol
internal import MusicModel

/// What is no message, or no good one (specification, chapters "Header and JSON" and "Security").
enum HostileChecks {
  static let all: [Check] = [
    Check(
      "hostile.garbage",
      .core,
      "MB-023",
      "MB-003",
      "MB-239",
      what: "leaves frames aside that are no message, and goes on",
      advice: "Put everything between receiving and understanding a message into one place "
        + "that catches every error, and leave what fails aside.",
      .shared { lane in
        let stage = try lane.stage()
        for frames in garbage { try stage.sendFrames(frames) }
        let ping = "{\"type\":\"ping\",\"id\":\"mb2\",\"sid\":\"\(stage.talk.sid ?? "")\"}"
        try stage.sendFrames([Array("MB2".utf8), Array(ping.utf8)])
        try stage.expectService(after: "frames that are no message")
        guard stage.talk.pongs["mb2"] == nil else {
          throw CheckInterruption.failed("It answered a ping whose first frame was \"MB2\".")
        }
      }
    ),
    Check(
      "hostile.header",
      .core,
      "MB-023",
      what: "goes on after headers that are not valid, and answers them with error if at all",
      advice:
        "Leave a message aside whose header misses a member or has one of a wrong type; where "
        + "its \"id\" can be read, error INVALID_HEADER helps whoever looks for the mistake.",
      after: ["hostile.garbage"],
      .shared(header)
    ),
    Check(
      "hostile.body",
      .core,
      "MB-025",
      what: "refuses a call whose body cannot be read with INVALID_PARAMS",
      advice: "Answer the call with error INVALID_PARAMS, and go on.",
      after: ["hostile.garbage"],
      .shared(body)
    ),
    Check(
      "hostile.nesting",
      .core,
      "MB-012",
      "MB-239",
      what: "survives JSON that is nested very deep",
      advice: "Bound the depth of what is parsed, or catch what the parser throws.",
      after: ["hostile.garbage", "hostile.body"],
      .shared { lane in
        let stage = try lane.stage()
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        let prefix = Array("{\"text\":".utf8)
        try stage.sendFrames([WireMessage.tag, Array("{\"type\":".utf8) + deep.prefix(8000)])
        let id = try stage.call(try lane.sample().method, body: prefix + deep)
        _ = try stage.terminal(of: id, within: .seconds(3))
        try stage.expectService(after: "JSON of 100,000 levels")
      }
    ),
    Check(
      "hostile.oversized",
      .core,
      "MB-023",
      "MB-239",
      what: "goes on after frames over the limits",
      advice: "Leave a message aside whose frames are too large; when the library drops the "
        + "connection over it, say hello again.",
      after: ["hostile.garbage"],
      .apart(oversized)
    ),
  ]

  private static let garbage: [[[UInt8]]] = [
    [Array("XX9".utf8), Array("{\"type\":\"ping\"}".utf8)],
    [WireMessage.tag],
    [[]],
    [WireMessage.tag, []],
    [WireMessage.tag, Array("{\"type\":\"pi".utf8)],
    [WireMessage.tag, Array("[1,2,3]".utf8)],
    [WireMessage.tag, Array("7".utf8)],
    [WireMessage.tag, [0xFF, 0xFE, 0x00, 0xC0, 0x80]],
    [WireMessage.tag, Array("{\"type\":\"ping\"}".utf8), [], [], [], [], [], [], [], []],
    [WireMessage.tag, Array("{}".utf8)],
    [WireMessage.tag, Array("{\"type\":\"call\",\"method\":\"a.b\"}".utf8), Array("{}".utf8)],
  ]

  private static func header(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let sid = JSONValue.string(stage.talk.sid ?? "")
    let bad: [[String: JSONValue]] = [
      ["type": "call", "sid": sid, "timeoutMs": 1000],
      ["type": "call", "sid": sid, "method": 7, "timeoutMs": 1000],
      ["type": "call", "sid": sid, "method": "a.b", "timeoutMs": [1000]],
      ["type": 7, "sid": sid],
      ["sid": sid],
    ]
    for members in bad {
      let header = members.merging(["id": .string(stage.probe())]) { $1 }
      try stage.send(.object(header), [:])
    }
    try stage.expectService(after: "headers that are not valid")
  }

  private static func body(_ lane: CheckWorker) throws {
    let stage = try lane.stage()
    let method = try lane.sample().method
    let bad: [(String, [UInt8])] = [
      ("half an object", Array("{\"text\":\"a".utf8)), ("a list", Array("[1]".utf8)),
      ("no UTF-8", Array("{\"text\":\"".utf8) + [0xC3, 0x28, 0xFF] + Array("\"}".utf8)),
    ]
    for (what, bytes) in bad {
      let terminal = try stage.terminal(
        of: try stage.call(method, body: bytes),
        within: .seconds(3)
      )
      guard terminal.code == "INVALID_PARAMS" else {
        throw CheckInterruption.failed("A call whose body is \(what) ended in \(terminal.words).")
      }
    }
    try stage.expectService(after: "bodies that cannot be read")
  }

  private static func oversized(_ lane: CheckWorker) throws {
    let stage = try lane.begin(.hasty)
    let space = UInt8(ascii: " ")
    let header = Array("{\"type\":\"ping\",\"id\":\"big\",\"sid\":\"\"}".utf8)
    try stage.sendFrames([WireMessage.tag, header + Array(repeating: space, count: 8192)])
    try stage.sendFrames([WireMessage.tag, header, Array(repeating: space, count: 1_048_577)])
    try stage.sendFrames([
      WireMessage.tag, header, Array("{}".utf8), Array(repeating: 0, count: 6_000_000),
    ])
    // It may have lost its connection, and comes back then.
    let hellos = stage.talk.hellos.count
    try? stage.play(for: stage.bound(.milliseconds(100)))
    do {
      try stage.expectService(after: "frames over the limits")
    } catch {
      guard
        try stage.play(for: stage.bound(.seconds(4)), until: { stage.talk.hellos.count > hellos })
      else { throw error }
      try stage.expectService(after: "frames over the limits")
    }
  }
}
