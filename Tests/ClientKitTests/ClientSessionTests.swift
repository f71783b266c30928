import BusProtocol
import ClientKit
import TestKit
import Testing

@Suite("The client's side of a session")
struct ClientSessionTests {
  private var session = ClientSession(client: PeerDescription(name: "test", version: "1"))

  /// Says hello and is welcome.
  private mutating func open() throws {
    let hello = try session.hello()
    _ = try session.receive(FakeHub.welcome(to: hello.header.id))
  }

  @Test("describes itself and its versions in hello, without token or descriptor")
  mutating func hello() throws {
    let message = try session.hello()
    #expect(message.header.type == .hello)
    #expect(message.header.id != nil)
    let hello: Hello = try message.decodeBody()
    #expect(hello == Hello(peer: PeerDescription(name: "test", version: "1")))
    #expect(!session.isOpen)
  }

  @Test("opens with the welcome to its own hello")
  mutating func opens() throws {
    let hello = try session.hello()
    #expect(try session.receive(FakeHub.welcome(to: "other")) == .none)
    #expect(!session.isOpen)
    guard case .opened = try session.receive(FakeHub.welcome(to: hello.header.id)) else {
      throw Missing()
    }
    #expect(session.isOpen)
  }

  @Test("numbers its calls and sends the session's id with them")
  mutating func calls() throws {
    try open()
    var parameters = CallParameters()
    parameters.text = "Pink Floyd"
    let first = try session.call(.artistsSearch, parameters, timeoutMs: 700)
    let second = try session.call(.artistsSearch, parameters, timeoutMs: 700)
    #expect(first.header.id != second.header.id)
    #expect(first.header.sid == "s1")
    #expect(first.header.timeoutMs == 700)
    #expect(first.header.method == .artistsSearch)
    #expect(try first.decodeBody(CallParameters.self) == parameters)
    let cancel = session.cancel("c1")
    #expect(cancel?.header == Header(type: .cancel, re: "c1", sid: "s1"))
  }

  @Test("cannot call before it is open or after it has ended")
  mutating func closed() throws {
    #expect(throws: ClientError.self) {
      try session.call(.hubStatus, CallParameters(), timeoutMs: 1)
    }
    #expect(session.bye() == nil)
    try open()
    #expect(session.bye()?.header == Header(type: .bye, sid: "s1"))
    #expect(session.bye() == nil)
    #expect(throws: ClientError.self) {
      try session.call(.hubStatus, CallParameters(), timeoutMs: 1)
    }
  }

  @Test("replies to a ping")
  mutating func ping() throws {
    try open()
    let ping = WireMessage(Header(type: .ping, id: "p1", sid: "s1"))
    guard case .send(let pong) = try session.receive(ping) else { throw Missing() }
    #expect(pong.header == Header(type: .pong, re: "p1", sid: "s1"))
  }

  @Test("ends with bye")
  mutating func bye() throws {
    try open()
    let bye = Bye(code: .sessionUnknown, message: "Say hello again.")
    #expect(try session.receive(WireMessage(Header(type: .bye), bye)) == .ended(bye))
    #expect(!session.isOpen)
  }

  @Test("throws the reason of a rejection")
  mutating func reject() throws {
    _ = try session.hello()
    let reject = Reject(code: .versionUnsupported, message: "No.", supported: [.current])
    let error = #expect(throws: ClientError.self) {
      try session.receive(WireMessage(Header(type: .reject), reject))
    }
    guard case .rejected(reject) = error else { throw Missing() }
    #expect(
      error?.hint == "The hub supports 1.0. Restart it with this version: musicbus hub restart"
    )
  }

  @Test("forwards messages of calls, but none before the welcome")
  mutating func repliesToPing() throws {
    let done = try Sample.done(Done(), of: "c1")
    #expect(try session.receive(done) == .none)
    try open()
    #expect(try session.receive(done) == .callMessage(done))
  }
}
