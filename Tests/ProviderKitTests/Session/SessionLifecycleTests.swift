import BusProtocol
import MusicModel
import Testing

@testable import ProviderKit

@Suite("The life of a provider's session")
struct SessionLifecycleTests {
  var story: SessionDriver

  init() throws { story = try SessionDriver() }

  @Test("begins with a connection and a hello that shows token and descriptor")
  mutating func hello() throws {
    let actions = story.after(.start)
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

  @Test("tries a new connection when hello is not answered within 5 seconds")
  mutating func unanswered() throws {
    let first = try #require(story.after(.start).messages.first)
    #expect(story.session.nextDeadline == 5000)
    story.now = 4999
    #expect(story.after(.tick).isEmpty)
    story.now = 5000
    let actions = story.after(.tick)
    #expect(actions.first == .connect)
    #expect(actions.types == [.hello])
    #expect(try story.welcome(first).isEmpty)
    #expect(try story.call("a").isEmpty, "an old welcome opens nothing")
  }

  @Test("stops when the hub refuses it, and does not come again")
  mutating func rejected() throws {
    _ = story.after(.start)
    let reject = Reject(
      code: .versionUnsupported,
      message: "no",
      supported: [.init(major: 2, minor: 0)]
    )
    #expect(try story.after(Header(type: .reject), reject) == [.exit(78)])
    story.now = 60_000
    #expect(story.after(.tick).isEmpty)
    #expect(story.session.nextDeadline == nil)
  }

  @Test("stops when the hub chooses a version that was not offered")
  mutating func otherVersion() throws {
    let hello = try #require(story.after(.start).messages.first)
    let actions = try story.welcome(hello, version: ProtocolVersion(major: 1, minor: 9))
    #expect(actions == [.exit(78)])
  }

  @Test("answers a ping with what is being worked on")
  mutating func ping() throws {
    try story.open()
    let run = try story.running("a")
    _ = try story.running("b")
    story.now = 40
    _ = story.finish(run)
    story.now = 70
    let pong = try story.after(.received(WireMessage(Header(type: .ping, id: "p1", sid: "s1"))))
      .only(.pong)
    #expect(pong.header.re == "p1")
    #expect(pong.header.sid == "s1")
    #expect(try pong.decodeBody(Pong.self) == Pong(inflight: 1, oldestMs: 70, ended: 1))
  }

  @Test("gives a silent hub up, and any message shows that it lives")
  mutating func silence() throws {
    try story.open(deadMs: 3000)
    _ = try story.running("a", timeoutMs: 60_000)
    story.now = 2900
    _ = try story.after(Header(type: .cancel, re: "unknown", sid: "s1"), Bye())
    story.now = 5899
    #expect(story.after(.tick).isEmpty)
    story.now = 5900
    let actions = story.after(.tick)
    #expect(actions.first == .cancel(run: 1))
    #expect(actions.contains(.connect))
    #expect(actions.types == [.hello])
  }

  @Test(
    "says hello again at once when the hub lost the session",
    arguments: [ErrorCode.sessionUnknown, .slowConsumer]
  )
  mutating func forgotten(_ code: ErrorCode) throws {
    try story.open()
    _ = try story.running("a")
    let bye = Bye(code: code, message: "who?")
    let actions = try story.after(Header(type: .bye), bye)
    #expect(!actions.contains(.connect))
    let hello = try actions.only(.hello)
    #expect(try hello.decodeBody(Hello.self).token == "t")
    #expect(actions.contains(.cancel(run: 1)))
    #expect(try story.welcome(hello, sid: "s2").isEmpty)
    #expect(try story.call("a", sid: "s2").count == 1)
  }

  @Test("comes again ever more slowly when sessions end at once")
  mutating func backoff() throws {
    try story.open()
    var pauses: [Int] = []
    for _ in 0..<4 {
      let bye = Bye(code: .protocolViolation)
      #expect(try story.after(Header(type: .bye), bye).isEmpty)
      let next = try #require(story.session.nextDeadline)
      pauses.append(next - story.now)
      story.now = next
      let hello = try #require(story.after(.tick).messages.first)
      _ = try story.welcome(hello)
    }
    #expect(pauses == [100, 200, 400, 800])
    story.now += ProviderSession.goodSessionMs
    _ = story.after(.received(WireMessage(Header(type: .ping, id: "p", sid: "s1"))))
    _ = try story.after(Header(type: .bye), Bye(code: .protocolViolation))
    #expect(story.session.nextDeadline == story.now + 100)
  }

  @Test("ends with the hub: calls are told, bye is said")
  mutating func stop() throws {
    try story.open()
    _ = try story.running("a")
    let actions = story.after(.stop("the hub is gone"))
    #expect(actions.types == [.error, .bye])
    #expect(actions.contains(.cancel(run: 1)))
    #expect(actions.last == .exit(0))
    #expect(story.after(.stop("again")).isEmpty)
    #expect(story.finish(1).isEmpty)
  }

  @Test("ends as well before there is a session")
  mutating func earlyStop() {
    _ = story.after(.start)
    #expect(story.after(.stop("SIGTERM")) == [.exit(0)])
  }

  @Test("answers what is no message where it can, and lives on")
  mutating func garbage() throws {
    try story.open()
    #expect(story.after(.refused(.otherMajor(tag: [0]))).isEmpty)
    #expect(story.after(.refused(.frameCount(9))).isEmpty)
    let unknown = try story.after(.refused(.unknownType("dance", id: "x"))).only(.error)
    #expect(unknown.header.re == "x")
    #expect(try unknown.decodeBody(Failure.self).code == .typeUnknown)
    let header = try story.after(.refused(.header("no", id: "y"))).only(.error)
    #expect(try header.decodeBody(Failure.self).code == .invalidHeader)
    #expect(try story.call("a").count == 1)
  }

  @Test("takes no message that only providers send", arguments: [MessageType.hello, .done, .pong])
  mutating func wrongWay(_ type: MessageType) throws {
    try story.open()
    let message = WireMessage(Header(type: type, id: "x", re: "y", sid: "s1"))
    let error = try story.after(.received(message)).only(.error)
    #expect(try error.decodeBody(Failure.self).code == .protocolViolation)
  }
}
