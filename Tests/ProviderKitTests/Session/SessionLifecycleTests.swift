import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

@Suite("The lifecycle of a provider's session")
struct SessionLifecycleTests {
  var driver: SessionDriver

  init() throws { driver = try SessionDriver() }

  @Test("starts with a connection and a hello with token and descriptor")
  mutating func hello() throws {
    let actions = driver.handle(.start)
    #expect(actions.first == .connect)
    let message = try #require(actions.messages.first)
    let hello = try message.decodeBody(Hello.self)
    #expect(hello.token == "t")
    #expect(hello.peer == PeerDescription(name: "fake", version: "1.2.3"))
    #expect(hello.versions == .supported)
    let descriptor = try #require(hello.descriptor)
    #expect(Array(descriptor.methods.keys) == ["artists.search"])
    #expect(descriptor.budgets == ["source.example": .init(requests: 9, perMs: 1000)])
    #expect(descriptor.hosts == ["*.pictures.example", "source.example"])
  }

  @Test("reconnects if no welcome arrives within 5 seconds")
  mutating func unanswered() throws {
    let first = try #require(driver.handle(.start).messages.first)
    #expect(driver.session.nextDeadline == 5000)
    driver.now = 4999
    #expect(driver.handle(.tick).isEmpty)
    driver.now = 5000
    let actions = driver.handle(.tick)
    #expect(actions.first == .connect)
    #expect(actions.types == [.hello])
    #expect(try driver.welcome(first).isEmpty)
    #expect(try driver.call("a").isEmpty, "a late welcome is ignored")
  }

  @Test("exits when the hub rejects it")
  mutating func rejected() throws {
    _ = driver.handle(.start)
    let reject = Reject(
      code: .versionUnsupported,
      message: "no",
      supported: [.init(major: 2, minor: 0)]
    )
    #expect(try driver.handle(Header(type: .reject), reject) == [.exit(78)])
    driver.now = 60_000
    #expect(driver.handle(.tick).isEmpty)
    #expect(driver.session.nextDeadline == nil)
  }

  @Test("exits when the hub chooses a version that was not offered")
  mutating func otherVersion() throws {
    let hello = try #require(driver.handle(.start).messages.first)
    let actions = try driver.welcome(hello, version: ProtocolVersion(major: 1, minor: 9))
    #expect(actions == [.exit(78)])
  }

  @Test("replies to a ping with the number of calls in flight")
  mutating func ping() throws {
    try driver.open()
    let task = try driver.startTask("a")
    _ = try driver.startTask("b")
    driver.now = 40
    _ = driver.finish(task)
    driver.now = 70
    let pong = try driver.handle(.received(WireMessage(Header(type: .ping, id: "p1", sid: "s1"))))
      .only(.pong)
    #expect(pong.header.re == "p1")
    #expect(pong.header.sid == "s1")
    #expect(try pong.decodeBody(Pong.self) == Pong(inflight: 1, oldestMs: 70, ended: 1))
  }

  @Test("reconnects when the hub is silent; any message resets the timeout")
  mutating func silence() throws {
    try driver.open(deadMs: 3000)
    _ = try driver.startTask("a", timeoutMs: 60_000)
    driver.now = 2900
    _ = try driver.handle(Header(type: .cancel, re: "unknown", sid: "s1"), Bye())
    driver.now = 5899
    #expect(driver.handle(.tick).isEmpty)
    driver.now = 5900
    let actions = driver.handle(.tick)
    #expect(actions.first == .cancel(task: 1))
    #expect(actions.contains(.connect))
    #expect(actions.types == [.hello])
  }

  @Test(
    "sends a new hello immediately when the hub lost the session",
    arguments: [ErrorCode.sessionUnknown, .slowConsumer]
  )
  mutating func sessionUnknown(_ code: ErrorCode) throws {
    try driver.open()
    _ = try driver.startTask("a")
    let bye = Bye(code: code, message: "who?")
    let actions = try driver.handle(Header(type: .bye), bye)
    #expect(!actions.contains(.connect))
    let hello = try actions.only(.hello)
    #expect(try hello.decodeBody(Hello.self).token == "t")
    #expect(actions.contains(.cancel(task: 1)))
    #expect(try driver.welcome(hello, sid: "s2").isEmpty)
    #expect(try driver.call("a", sid: "s2").count == 1)
  }

  @Test("backs off when sessions end early")
  mutating func backoff() throws {
    try driver.open()
    var delays: [Int] = []
    for _ in 0..<4 {
      let bye = Bye(code: .protocolViolation)
      #expect(try driver.handle(Header(type: .bye), bye).isEmpty)
      let next = try #require(driver.session.nextDeadline)
      delays.append(next - driver.now)
      driver.now = next
      let hello = try #require(driver.handle(.tick).messages.first)
      _ = try driver.welcome(hello)
    }
    #expect(delays == [100, 200, 400, 800])
    driver.now += ProviderSession.stableSessionMs
    _ = driver.handle(.received(WireMessage(Header(type: .ping, id: "p", sid: "s1"))))
    _ = try driver.handle(Header(type: .bye), Bye(code: .protocolViolation))
    #expect(driver.session.nextDeadline == driver.now + 100)
  }

  @Test("ends its calls and says bye before it exits")
  mutating func stop() throws {
    try driver.open()
    _ = try driver.startTask("a")
    let actions = driver.handle(.stop("the hub has exited"))
    #expect(actions.types == [.error, .bye])
    #expect(actions.contains(.cancel(task: 1)))
    #expect(actions.last == .exit(0))
    #expect(driver.handle(.stop("again")).isEmpty)
    #expect(driver.finish(1).isEmpty)
  }

  @Test("exits also before there is a session")
  mutating func earlyStop() {
    _ = driver.handle(.start)
    #expect(driver.handle(.stop("SIGTERM")) == [.exit(0)])
  }

  @Test("replies to invalid messages that have an id, and continues")
  mutating func garbage() throws {
    try driver.open()
    #expect(driver.handle(.receivedInvalid(.otherMajor(tag: [0]))).isEmpty)
    #expect(driver.handle(.receivedInvalid(.frameCount(9))).isEmpty)
    let unknown = try driver.handle(.receivedInvalid(.unknownType("dance", id: "x"))).only(.error)
    #expect(unknown.header.re == "x")
    #expect(try unknown.decodeBody(Failure.self).code == .typeUnknown)
    let header = try driver.handle(.receivedInvalid(.header("no", id: "y"))).only(.error)
    #expect(try header.decodeBody(Failure.self).code == .invalidHeader)
    #expect(try driver.call("a").count == 1)
  }

  @Test("rejects messages that only providers send", arguments: [MessageType.hello, .done, .pong])
  mutating func wrongDirection(_ type: MessageType) throws {
    try driver.open()
    let message = WireMessage(Header(type: type, id: "x", re: "y", sid: "s1"))
    let error = try driver.handle(.received(message)).only(.error)
    #expect(try error.decodeBody(Failure.self).code == .protocolViolation)
  }
}
