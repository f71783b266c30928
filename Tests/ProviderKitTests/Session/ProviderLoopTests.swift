import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing
import ZeroMQ

@testable import ProviderKit

@Suite("A provider over real sockets", .ownThreads, .timeLimit(.minutes(10)))
struct ProviderLoopTests {
  /// Runs a simulated hub and a provider's loop on separate threads, because they block.
  private func run(
    _ script: @escaping @Sendable (inout FakeHub) throws -> Void
  ) async throws -> Int32? {
    let endpoint = "ipc:///tmp/musicbus-loop-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    var pipe: [Int32] = [0, 0]
    try #require(Glibc.pipe(&pipe) == 0)
    let lifeline = Lifeline(descriptor: pipe[0])
    let writeEnd = pipe[1]
    let start = StartLine(versions: .supported, endpoint: endpoint, token: "t", config: .null)
    async let status = onThread { ProviderLoopTests.serve(start, lifeline) }
    await onThread {
      do {
        var hub = try FakeHub(endpoint)
        try script(&hub)
      } catch {
        Issue.record(error)
      }
      close(writeEnd)
    }
    return await status
  }

  private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: work()) }
    }
  }

  private static func serve(_ start: StartLine, _ lifeline: Lifeline) -> Int32? {
    let fake = FakeProvider.make(inflight: 4)
    do {
      let descriptor = try fake.resolvedDescriptor()
      let client = HTTPClient(fake, descriptor, transport: RecordedTransport([:]))
      var loop = try ProviderLoop(
        start: start,
        descriptor: descriptor,
        executor: CallExecutor(provider: fake, client: client),
        lifeline: lifeline,
        mailbox: Mailbox()
      )
      return try loop.run()
    } catch {
      Issue.record(error)
      return nil
    }
  }

  @Test("replies to calls, also in parts, and exits when its lifeline ends")
  func whole() async throws {
    let status = try await run { hub in
      try hub.welcome()
      try hub.call("a", "Air")
      let done = try hub.next(.done)
      #expect(done.header.re == "a")
      #expect(try done.decodeBody(Done.self).items?.elements == [.artist(.named("Air"))])

      try hub.call("b", "parts")
      #expect(try hub.next(.part).header.seq == 0)
      #expect(try hub.next(.part).header.seq == 1)
      #expect(try hub.next(.done).decodeBody(Done.self).parts == 2)
    }
    #expect(status == 0)
  }

  @Test("replies to pings and other calls while a call runs, and cancels that call")
  func concurrent() async throws {
    _ = try await run { hub in
      try hub.welcome()
      try hub.call("long", "forever")
      try hub.send(Header(type: .ping, id: "p", sid: "s1"))
      #expect(try hub.next(.pong).decodeBody(Pong.self).inflight == 1)
      try hub.call("short", "Air")
      #expect(try hub.next(.done).header.re == "short")
      try hub.send(Header(type: .cancel, re: "long", sid: "s1"))
      #expect(try hub.next(.error).decodeBody(Failure.self).code == .cancelled)
    }
  }

  @Test("ends a call at its deadline even if its task never ends")
  func deadline() async throws {
    _ = try await run { hub in
      try hub.welcome()
      try hub.call("long", "forever", timeoutMs: 100)
      #expect(try hub.next(.error).decodeBody(Failure.self).code == .deadlineExceeded)
    }
  }

  @Test("ignores invalid messages")
  func garbage() async throws {
    _ = try await run { hub in
      try hub.welcome()
      try hub.sendRaw([[1, 2, 3]])
      try hub.sendRaw([Array("MB1".utf8), Array("{".utf8)])
      try hub.sendRaw([Array("MB1".utf8), [], [], [], [], []])
      try hub.sendRaw(Array(repeating: [0xFF], count: 40))
      try hub.call("a", "Air")
      #expect(try hub.next(.done).header.re == "a")
    }
  }

  @Test("sends a new hello when the hub does not know the session")
  func again() async throws {
    _ = try await run { hub in
      try hub.welcome()
      let bye = Bye(code: .sessionUnknown)
      try hub.sendRaw(try WireMessage(Header(type: .bye), bye).frames())
      try hub.welcome()
      try hub.call("a", "Air")
      #expect(try hub.next(.done).header.re == "a")
    }
  }
}

/// The hub's end of a connection.
struct FakeHub: ~Copyable {
  private var router: Socket<Router>
  private var peer: RoutingID?
  private let path: String

  init(_ endpoint: String) throws {
    let router = try Socket<Router>(try Context())
    try router.bind(to: endpoint)
    self.router = router
    path = String(endpoint.dropFirst("ipc://".count))
  }

  deinit { unlink(path) }

  mutating func welcome() throws {
    let hello = try next(.hello)
    let welcome = Welcome(
      version: .current,
      hub: PeerDescription(name: "hub", version: "1"),
      limits: .standard,
      liveness: Welcome.Liveness(pingMs: 1000, deadMs: 30_000)
    )
    let header = Header(type: .welcome, re: hello.header.id, sid: "s1")
    try sendRaw(try WireMessage(header, welcome).frames())
  }

  mutating func call(_ id: String, _ text: String, timeoutMs: Int = 10_000) throws {
    var parameters = CallParameters()
    parameters.text = text
    let header = Header(
      type: .call,
      id: id,
      sid: "s1",
      method: .artistsSearch,
      timeoutMs: timeoutMs
    )
    try sendRaw(try WireMessage(header, parameters).frames())
  }

  mutating func send(_ header: Header) throws {
    try sendRaw(try WireMessage(header).frames())
  }

  mutating func sendRaw(_ frames: [[UInt8]]) throws {
    let peer = try #require(peer)
    #expect(try router.send(frames, to: peer) == .sent)
  }

  /// Receives the next message, which must be of this type.
  mutating func next(_ type: MessageType) throws -> WireMessage {
    var poller = Poller()
    _ = poller.add(router)
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
      _ = try poller.wait(timeoutMs: 100)
      guard let received = try router.receive() else { continue }
      peer = received.peer
      let message = try WireMessage(frames: received.frames.contents)
      #expect(message.header.type == type)
      return message
    }
    throw TimedOut(expected: type)
  }

  struct TimedOut: Error {
    let expected: MessageType
  }
}
