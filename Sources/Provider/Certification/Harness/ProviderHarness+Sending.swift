internal import BusProtocol
internal import HostKit
internal import MusicModel
internal import ZeroMQ

/// The messages of the simulated hub.
extension ProviderHarness {
  func send(_ header: JSONValue, _ body: JSONValue? = nil, attachment: [UInt8]? = nil) throws {
    var frames = [WireMessage.tag, try JSONCodec.encode(header)]
    if body != nil || attachment != nil {
      frames.append(try JSONCodec.encode(body ?? .object([:])))
    }
    if let attachment { frames.append(attachment) }
    try sendFrames(frames)
  }

  func sendFrames(_ frames: [[UInt8]]) throws {
    guard let peer = transcript.peer, let socket else {
      throw CheckInterruption.failed("No session is open.")
    }
    lastSentMs = MonotonicClock.nowMs
    switch try socket.send(frames, to: peer) {
    case .sent: break
    case .gone:
      throw CheckInterruption.failed("The provider closed its connection.\(log.lastLine)")
    case .full: throw CheckInterruption.failed("The provider does not read its messages.")
    }
  }

  /// Replies to a hello with a new session, which replaces an earlier one.
  func welcome(_ hello: ReceivedMessage) throws {
    let sid = "s-\(ProviderHarness.randomText().prefix(12))"
    transcript.open(sid, with: hello.routing)
    acceptsHellos = true
    let declared = hello.body["descriptor"].map { DeclaredProvider($0) }
    findings.addSecrets(in: configuration, hello.body["descriptor"]?["configSchema"])
    findings.declared = declared
    transcript.callLog.declared = declared
    let header: [String: JSONValue] = [
      "type": "welcome", "re": .string(hello.id ?? ""), "sid": .string(sid),
    ]
    try send(.object(behavior.unknownMembers.merging(header) { $1 }), behavior.welcome)
  }

  /// Rejects the version of the peer.
  func reject(_ hello: ReceivedMessage) throws {
    transcript.peer = hello.routing
    try send(
      ["type": "reject", "re": .string(hello.id ?? "")],
      [
        "code": "VERSION_UNSUPPORTED", "message": "No common version.",
        "supported": ["1.98", "1.99"],
      ]
    )
  }

  func bye(_ code: ErrorCode) throws {
    try send(
      ["type": "bye", "sid": .string(transcript.sid ?? "")],
      ["code": .string(code.rawValue), "message": "Sent by musicbus-certify."]
    )
    transcript.close()
  }

  func ping(_ body: JSONValue? = nil, attachment: [UInt8]? = nil) throws -> String {
    let id = nextID("p")
    let header: JSONValue = [
      "type": "ping", "id": .string(id), "sid": .string(transcript.sid ?? ""),
    ]
    try send(header, body, attachment: attachment)
    return id
  }

  /// Sends a call; the call log records its reply.
  func call(
    _ sample: DeclaredProvider.ExampleCall,
    adding params: [String: JSONValue] = [:],
    header more: [String: JSONValue] = [:],
    timeoutMs: Int? = 8000,
    id given: String? = nil
  ) throws -> String {
    let id = given ?? nextID("c")
    var body: [String: JSONValue] = [:]
    if isGranting { body["grant"] = transcript.callLog.declared?.grant(for: sample.method) }
    try send(
      header(ofCall: id, sample.method, more, timeoutMs: timeoutMs),
      .object(body.merging(sample.params) { $1 }.merging(params) { $1 })
    )
    return id
  }

  /// Sends a call with a raw body, or without body.
  func call(_ method: String, body: [UInt8]?) throws -> String {
    let id = nextID("c")
    let header = try JSONCodec.encode(header(ofCall: id, method, [:], timeoutMs: 8000))
    try sendFrames([WireMessage.tag, header] + (body.map { [$0] } ?? []))
    return id
  }

  private func header(
    ofCall id: String,
    _ method: String,
    _ more: [String: JSONValue],
    timeoutMs: Int?
  ) -> JSONValue {
    transcript.callLog.callSent(id, method, during: check(), at: MonotonicClock.nowMs)
    var header: [String: JSONValue] = [
      "type": "call", "id": .string(id), "sid": .string(transcript.sid ?? ""),
      "method": .string(method),
    ]
    if let timeoutMs { header["timeoutMs"] = .integer(timeoutMs) }
    return .object(header.merging(more) { $1 })
  }

  func cancel(_ id: String, _ body: JSONValue? = nil) throws {
    transcript.callLog.cancelSent(id)
    try send(["type": "cancel", "re": .string(id), "sid": .string(transcript.sid ?? "")], body)
  }

  /// Returns an id for a message that must be rejected.
  func probeID() -> String {
    let id = nextID("x")
    transcript.callLog.probeSent(id)
    return id
  }
}
