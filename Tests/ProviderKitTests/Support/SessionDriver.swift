import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

/// Drives a session with events and returns its actions.
struct SessionDriver {
  var session: ProviderSession
  var now = 0

  init(inflight: Int = 2) throws {
    session = ProviderSession(
      descriptor: try FakeProvider.make(inflight: inflight).resolvedDescriptor(),
      token: "t"
    )
  }

  /// Handles an event and returns the actions other than log lines.
  mutating func handle(_ event: ProviderSession.Event) -> [ProviderSession.Action] {
    session.handle(event, at: now).filter {
      if case .log = $0 { false } else { true }
    }
  }

  mutating func handle(
    _ header: Header,
    _ body: some Encodable
  ) throws -> [ProviderSession.Action] {
    handle(.received(try WireMessage(header, body)))
  }

  /// Starts the session and welcomes it.
  mutating func open(limits: WireLimits = .standard, deadMs: Int = 3000) throws {
    let actions = handle(.start)
    let hello = try #require(actions.messages.first)
    #expect(hello.header.type == .hello)
    #expect(try welcome(hello, limits: limits, deadMs: deadMs).isEmpty)
  }

  mutating func welcome(
    _ hello: WireMessage,
    sid: String = "s1",
    version: ProtocolVersion = .current,
    limits: WireLimits = .standard,
    deadMs: Int = 3000
  ) throws -> [ProviderSession.Action] {
    try handle(
      Header(type: .welcome, re: hello.header.id, sid: sid),
      Welcome(
        version: version,
        hub: PeerDescription(name: "hub", version: "1"),
        limits: limits,
        liveness: Welcome.Liveness(pingMs: 1000, deadMs: deadMs)
      )
    )
  }

  mutating func call(
    _ id: String,
    method: Method = .artistsSearch,
    timeoutMs: Int? = 1000,
    sid: String = "s1"
  ) throws -> [ProviderSession.Action] {
    var parameters = CallParameters()
    parameters.text = id
    return try handle(
      Header(type: .call, id: id, sid: sid, method: method, timeoutMs: timeoutMs),
      parameters
    )
  }

  /// Sends a call and returns the number of its task.
  mutating func startTask(_ id: String, timeoutMs: Int? = 1000) throws -> Int {
    let actions = try call(id, timeoutMs: timeoutMs)
    guard case .run(let task, _, _, _)? = actions.first else {
      Issue.record("the call was not accepted: \(actions)")
      return -1
    }
    return task
  }

  mutating func finish(
    _ task: Int,
    _ items: [Entity] = [],
    summary: CallContext.Summary = CallContext.Summary()
  ) -> [ProviderSession.Action] {
    handle(
      .completed(
        task: task,
        CallExecutor.Completion(result: .success(Reply(items)), summary: summary)
      )
    )
  }
}

extension [ProviderSession.Action] {
  var messages: [WireMessage] {
    compactMap { if case .send(let message) = $0 { message } else { nil } }
  }

  var types: [MessageType] { messages.map(\.header.type) }

  /// Returns the only message that was sent.
  func only(_ type: MessageType) throws -> WireMessage {
    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(message.header.type == type)
    return message
  }
}
