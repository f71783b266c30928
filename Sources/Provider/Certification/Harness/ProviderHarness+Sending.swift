internal import BusProtocol
internal import HostKit
internal import MusicModel
internal import ZeroMQ

/// What a hub sends.
extension ProviderHarness {
  func send(_ header: JSONValue, _ body: JSONValue? = nil, attachment: [UInt8]? = nil) throws {
    var frames = [WireMessage.tag, try BusCodec.encode(header)]
    if body != nil || attachment != nil { frames.append(try BusCodec.encode(body ?? .object([:]))) }
    if let attachment { frames.append(attachment) }
    try sendFrames(frames)
  }

  func sendFrames(_ frames: [[UInt8]]) throws {
    guard let peer = talk.peer, let socket else {
      throw CheckInterruption.failed("There is no session to send in.")
    }
    lastSentMs = MonotonicClock.nowMs
    switch try socket.send(frames, to: peer) {
    case .sent: break
    case .gone:
      throw CheckInterruption.failed("The provider has dropped its connection.\(log.lastWords)")
    case .full: throw CheckInterruption.failed("The provider does not read what it is sent.")
    }
  }

  /// Opens the session that a hello asks for; an earlier one is over by it.
  func welcome(_ hello: ReceivedMessage) throws {
    let sid = "s-\(ProviderHarness.randomText().prefix(12))"
    talk.open(sid, with: hello.routing)
    answersHellos = true
    record.promise = hello.body["descriptor"].map { DeclaredProvider($0) }
    let header: [String: JSONValue] = [
      "type": "welcome", "re": .string(hello.id ?? ""), "sid": .string(sid),
    ]
    try send(.object(role.news.merging(header) { $1 }), role.welcome)
  }

  /// Refuses the peer for its version.
  func reject(_ hello: ReceivedMessage) throws {
    talk.peer = hello.routing
    try send(
      ["type": "reject", "re": .string(hello.id ?? "")],
      [
        "code": "VERSION_UNSUPPORTED", "message": "No version in common.",
        "supported": ["1.98", "1.99"],
      ]
    )
  }

  func bye(_ code: ErrorCode) throws {
    try send(
      ["type": "bye", "sid": .string(talk.sid ?? "")],
      ["code": .string(code.rawValue), "message": "Said by musicbus-certify."]
    )
    talk.close()
  }

  func ping(_ body: JSONValue? = nil, attachment: [UInt8]? = nil) throws -> String {
    let id = nextID("p")
    let header: JSONValue = ["type": "ping", "id": .string(id), "sid": .string(talk.sid ?? "")]
    try send(header, body, attachment: attachment)
    return id
  }

  /// Sends a call; what comes of it is in the ledger.
  func call(
    _ sample: DeclaredProvider.ExampleCall,
    adding params: [String: JSONValue] = [:],
    header more: [String: JSONValue] = [:],
    timeoutMs: Int? = 8000,
    id given: String? = nil
  ) throws -> String {
    let id = given ?? nextID("c")
    try send(
      header(ofCall: id, sample.method, more, timeoutMs: timeoutMs),
      .object(sample.params.merging(params) { $1 })
    )
    return id
  }

  /// Sends a call whose body is these bytes, or none.
  func call(_ method: String, body: [UInt8]?) throws -> String {
    let id = nextID("c")
    let header = try BusCodec.encode(header(ofCall: id, method, [:], timeoutMs: 8000))
    try sendFrames([WireMessage.tag, header] + (body.map { [$0] } ?? []))
    return id
  }

  private func header(
    ofCall id: String,
    _ method: String,
    _ more: [String: JSONValue],
    timeoutMs: Int?
  ) -> JSONValue {
    talk.ledger.asked(id, method, during: check(), at: MonotonicClock.nowMs)
    var header: [String: JSONValue] = [
      "type": "call", "id": .string(id), "sid": .string(talk.sid ?? ""), "method": .string(method),
    ]
    if let timeoutMs { header["timeoutMs"] = .integer(timeoutMs) }
    return .object(header.merging(more) { $1 })
  }

  func cancel(_ id: String, _ body: JSONValue? = nil) throws {
    talk.ledger.cancelled(id)
    try send(["type": "cancel", "re": .string(id), "sid": .string(talk.sid ?? "")], body)
  }

  /// An id for something that is to be refused.
  func probe() -> String {
    let id = nextID("x")
    talk.ledger.probed(id)
    return id
  }
}
