import BusProtocol
import JSON
import Testing

@Suite("Limits of a message")
struct LimitsTests {
  private let limits = WireLimits.standard
  private let ping = Header(type: .ping, id: "p", sid: "s")

  @Test("are those of the specification")
  func numbers() {
    let expected = WireLimits(
      headerBytes: 8192,
      bodyBytes: 1_048_576,
      attachmentBytes: 4_194_304,
      inflight: 32,
      depth: 32
    )
    #expect(limits == expected)
    #expect(limits.depth == JSONDialect.wire.maxDepth)
    #expect(Header.timeoutMsAllowed == 1...120_000)
    #expect(Header.timeoutMsDefault == 10_000)
    #expect(Descriptor.inflightAllowed == 1...64)
  }

  @Test(
    "apply to each frame separately",
    arguments: [
      (1, "header", 8192), (2, "body", 1_048_576), (3, "attachment", 4_194_304),
    ]
  )
  func bytes(_ frame: Int, _ name: String, _ limit: Int) throws {
    var frames = try WireMessage(ping, body: Array("{}".utf8), attachment: []).frames()
    frames[frame] += Array(repeating: 0x20, count: limit - frames[frame].count)
    #expect(throws: Never.self) { try WireMessage(frames: frames) }
    frames[frame].append(0x20)
    let expected = WireError.tooLarge(frame: name, bytes: limit + 1, limit: limit)
    #expect(throws: expected) { try WireMessage(frames: frames) }
  }

  @Test("may be set lower")
  func lower() throws {
    var small = limits
    small.bodyBytes = 2
    let frames = try WireMessage(ping, body: Array("{ }".utf8)).frames()
    #expect(throws: WireError.tooLarge(frame: "body", bytes: 3, limit: 2)) {
      try WireMessage(frames: frames, limits: small)
    }
  }

  @Test("allow two to four frames", arguments: 0...40)
  func frameCount(_ count: Int) throws {
    let whole = try WireMessage(ping, body: Array("{}".utf8), attachment: []).frames()
    let frames = Array((whole + Array(repeating: [0x78], count: 40)).prefix(count))
    if (2...4).contains(count) {
      #expect(throws: Never.self) { try WireMessage(frames: frames) }
    } else {
      #expect(throws: WireError.frameCount(count)) { try WireMessage(frames: frames) }
    }
  }

  @Test(
    "count the names in a header in bytes",
    arguments: [
      ("p", true), (String(repeating: "p", count: 64), true),
      (String(repeating: "é", count: 32), true),
      ("", false), (String(repeating: "p", count: 65), false),
      (String(repeating: "é", count: 32) + "p", false),
    ]
  )
  func names(_ name: String, _ isAllowed: Bool) throws {
    for header in [
      Header(type: .ping, id: name, sid: "s"), Header(type: .ping, id: "p", sid: name),
      Header(type: .cancel, re: name), Header(type: .bye, method: Method(rawValue: name)),
    ] {
      let frames = try WireMessage(header).frames()
      #expect(((try? WireMessage(frames: frames)) != nil) == isAllowed, "\(header)")
    }
  }

  @Test("allow 32 levels of JSON", arguments: [WireMessage.Frame.header, .body])
  func depth(_ position: WireMessage.Frame) {
    #expect(WireMessage.nested(32, in: position))
    #expect(!WireMessage.nested(33, in: position))
  }

  @Test(
    "allow a call 1 to 120,000 ms",
    arguments: [
      (-1, false), (0, false), (1, true), (120_000, true), (120_001, false),
    ]
  )
  func time(_ timeoutMs: Int, _ isAllowed: Bool) throws {
    let call = Header(type: .call, id: "c", sid: "s", method: .artistsSearch, timeoutMs: timeoutMs)
    let frames = try WireMessage(call).frames()
    #expect(((try? WireMessage(frames: frames)) != nil) == isAllowed)
  }
}

extension WireMessage {
  /// Where JSON stands in a message.
  enum Frame: Sendable { case header, body }

  /// Whether a message with JSON of that depth can be read.
  fileprivate static func nested(_ depth: Int, in position: Frame) -> Bool {
    let inner = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
    let header = #"{"type":"bye","x":\#(position == .header ? inner : "0")}"#
    let body = #"{"x":\#(position == .body ? inner : "0")}"#
    let frames = [tag, Array(header.utf8), Array(body.utf8)]
    return (try? WireMessage(frames: frames).decodeBody(Bye.self)) != nil
  }
}
