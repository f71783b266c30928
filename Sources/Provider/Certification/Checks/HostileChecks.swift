internal import BusProtocol
internal import MusicModel

/// Invalid messages (Protocol/messages.md, "Header and JSON", and Protocol/hub.md, "Security").
enum HostileChecks {
  static let all: [Check] = [
    Check(
      "hostile.garbage",
      .core,
      "MB-023",
      "MB-003",
      "MB-239",
      summary: "ignores invalid frames and continues to serve",
      fix: "Catch every error in one place between receiving and decoding a message, and "
        + "ignore what fails.",
      .shared { worker in
        let harness = try worker.sharedHarness()
        for frames in garbage { try harness.sendFrames(frames) }
        let ping = "{\"type\":\"ping\",\"id\":\"mb2\",\"sid\":\"\(harness.transcript.sid ?? "")\"}"
        try harness.sendFrames([Array("MB2".utf8), Array(ping.utf8)])
        try harness.expectReply(after: "invalid frames")
        guard harness.transcript.pongs["mb2"] == nil else {
          throw CheckInterruption.failed("It replied to a ping whose first frame was \"MB2\".")
        }
      }
    ),
    Check(
      "hostile.header",
      .core,
      "MB-023",
      summary: "continues to serve after invalid headers, and replies to them with error at most",
      fix: "Ignore messages whose header lacks a member or has one of the wrong type. If "
        + "\"id\" is readable, replying with error INVALID_HEADER helps to find the bug.",
      after: ["hostile.garbage"],
      .shared(header)
    ),
    Check(
      "hostile.body",
      .core,
      "MB-025",
      summary: "rejects a call with an unreadable body with INVALID_PARAMS",
      fix: "Reply to the call with error INVALID_PARAMS and continue to serve.",
      after: ["hostile.garbage"],
      .shared(body)
    ),
    Check(
      "hostile.nesting",
      .core,
      "MB-012",
      "MB-239",
      summary: "survives deeply nested JSON",
      fix: "Limit the depth of JSON, or catch the parser's error.",
      after: ["hostile.garbage", "hostile.body"],
      .shared { worker in
        let harness = try worker.sharedHarness()
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        let prefix = Array("{\"text\":".utf8)
        try harness.sendFrames([WireMessage.tag, Array("{\"type\":".utf8) + deep.prefix(8000)])
        let id = try harness.call(try worker.exampleCall().method, body: prefix + deep)
        _ = try harness.terminal(of: id, within: .seconds(3))
        try harness.expectReply(after: "JSON with 100,000 levels")
      }
    ),
    Check(
      "hostile.oversized",
      .core,
      "MB-023",
      "MB-239",
      summary: "continues to serve after oversized frames",
      fix: "Ignore messages with oversized frames. If the library drops the connection, send "
        + "a new hello.",
      after: ["hostile.garbage"],
      .isolated(oversized)
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

  private static func header(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let sid = JSONValue.string(harness.transcript.sid ?? "")
    let bad: [[String: JSONValue]] = [
      ["type": "call", "sid": sid, "timeoutMs": 1000],
      ["type": "call", "sid": sid, "method": 7, "timeoutMs": 1000],
      ["type": "call", "sid": sid, "method": "a.b", "timeoutMs": [1000]],
      ["type": 7, "sid": sid],
      ["sid": sid],
    ]
    for members in bad {
      let header = members.merging(["id": .string(harness.probeID())]) { $1 }
      try harness.send(.object(header), [:])
    }
    try harness.expectReply(after: "invalid headers")
  }

  private static func body(_ worker: CheckWorker) throws {
    let harness = try worker.sharedHarness()
    let method = try worker.exampleCall().method
    let bad: [(String, [UInt8])] = [
      ("an incomplete object", Array("{\"text\":\"a".utf8)), ("a list", Array("[1]".utf8)),
      ("invalid UTF-8", Array("{\"text\":\"".utf8) + [0xC3, 0x28, 0xFF] + Array("\"}".utf8)),
    ]
    for (description, bytes) in bad {
      let terminal = try harness.terminal(
        of: try harness.call(method, body: bytes),
        within: .seconds(3)
      )
      guard terminal.code == "INVALID_PARAMS" else {
        throw CheckInterruption.failed(
          "A call whose body is \(description) ended with \(terminal)."
        )
      }
    }
    try harness.expectReply(after: "unreadable bodies")
  }

  private static func oversized(_ worker: CheckWorker) throws {
    let harness = try worker.openSession(.shortTimeouts)
    let space = UInt8(ascii: " ")
    let header = Array("{\"type\":\"ping\",\"id\":\"big\",\"sid\":\"\"}".utf8)
    try harness.sendFrames([WireMessage.tag, header + Array(repeating: space, count: 8192)])
    try harness.sendFrames([WireMessage.tag, header, Array(repeating: space, count: 1_048_577)])
    try harness.sendFrames([
      WireMessage.tag, header, Array("{}".utf8), Array(repeating: 0, count: 6_000_000),
    ])
    // It may have lost its connection and reconnect.
    let hellos = harness.transcript.hellos.count
    try? harness.run(for: harness.scaled(.milliseconds(100)))
    do {
      try harness.expectReply(after: "oversized frames")
    } catch {
      guard
        try harness.run(
          for: harness.scaled(.seconds(4)),
          until: { harness.transcript.hellos.count > hellos }
        )
      else { throw error }
      try harness.expectReply(after: "oversized frames")
    }
  }
}
