import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

/// A session as a test drives it: what it does is read as what it said and did.
struct SessionDriver {
  var session: ProviderSession
  var now = 0

  init(inflight: Int = 2) throws {
    session = ProviderSession(
      promise: try FakeProvider.make(inflight: inflight).promise(),
      token: "t"
    )
  }

  /// What one event led to, without log lines.
  mutating func after(_ event: ProviderSession.Event) -> [ProviderSession.Action] {
    session.handle(event, at: now).filter {
      if case .log = $0 { false } else { true }
    }
  }

  mutating func after(
    _ header: Header,
    _ body: some Encodable
  ) throws -> [ProviderSession.Action] {
    after(.received(try WireMessage(header, body)))
  }

  /// Says hello and is welcomed.
  mutating func open(limits: WireLimits = .standard, deadMs: Int = 3000) throws {
    let actions = after(.start)
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
    try after(
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
    method: Method = .searchArtists,
    timeoutMs: Int? = 1000,
    sid: String = "s1"
  ) throws -> [ProviderSession.Action] {
    var parameters = CallParameters()
    parameters.text = id
    return try after(
      Header(type: .call, id: id, sid: sid, method: method, timeoutMs: timeoutMs),
      parameters
    )
  }

  /// Calls and gives the number of the work.
  mutating func running(_ id: String, timeoutMs: Int? = 1000) throws -> Int {
    let actions = try call(id, timeoutMs: timeoutMs)
    guard case .run(let run, _, _, _)? = actions.first else {
      Issue.record("the call was not taken: \(actions)")
      return -1
    }
    return run
  }

  mutating func finish(
    _ run: Int,
    _ items: [Entity] = [],
    account: CallContext.Account = CallContext.Account()
  ) -> [ProviderSession.Action] {
    after(.ended(run: run, CallExecutor.Ended(result: .success(Reply(items)), account: account)))
  }
}

extension [ProviderSession.Action] {
  var messages: [WireMessage] {
    compactMap { if case .send(let message) = $0 { message } else { nil } }
  }

  var types: [MessageType] { messages.map(\.header.type) }

  /// The one message that was sent, and nothing else.
  func only(_ type: MessageType) throws -> WireMessage {
    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(message.header.type == type)
    return message
  }
}
