import BusProtocol
import ClientKit
import Foundation
import HostKit
import MusicModel
import Synchronization
import TestKit
import Testing

@Suite("A client and a hub", .timeLimit(.minutes(10)))
struct BusClientTests {
  let directory: TestDirectory
  let paths: HubPaths

  init() throws {
    directory = try TestDirectory()
    paths = try HubPaths(environment: ["MUSICBUS_HOME": directory.path])
  }

  private func client(_ start: StartPolicy, timeout: Duration = .seconds(20)) throws -> BusClient {
    let access = HubLocator(
      paths: paths,
      environment: ["PATH": "/usr/bin:/bin", "MUSICBUS_HOME": directory.path, "SECRET": "s"],
      start: start,
      client: PeerDescription(name: "test", version: "1")
    )
    return try BusClient(access, timeout: timeout)
  }

  private func client(of hub: FakeHub, timeout: Duration = .seconds(20)) throws -> BusClient {
    try client(.expected(hub.process), timeout: timeout)
  }

  /// A script in the place of the hub's executable.
  private func script(_ text: String) throws -> String {
    let path = directory.path + "/fake-hub"
    try ExecutableText.write("#!/bin/sh\n\(text)\n", to: path)
    return path
  }

  @Test("calls, receives the complete reply in parts, and says bye")
  func call() throws {
    let hub = try FakeHub(paths) { message in
      guard message.header.type == .call else { return nil }
      let call = message.header.id
      return [
        try Sample.part(Part(items: [try Sample.artist(1)]), of: call, seq: 0),
        try Sample.done(Done(parts: 1, items: [try Sample.artist(2)]), of: call),
      ]
    }
    var progress: [CallProgress] = []
    do {
      let client = try client(of: hub)
      let reply = try client.reply(to: Call.search(.artist, "nina")) { progress.append($0) }
      #expect(reply.items.map(\.id) == [try Sample.id(1), try Sample.id(2)])
      #expect(try client.call(.hubStatus).items.count == 2)
    }
    #expect(progress == [.part(Part(items: [try Sample.artist(1)]))])
    try awaitCondition("bye") { hub.received.last?.header.type == .bye }
    #expect(hub.received.map(\.header.type) == [.hello, .call, .call, .bye])
  }

  @Test("throws the hub's failure with its code")
  func failure() throws {
    let hub = try FakeHub(paths) { message in
      message.header.type == .call ? [try Sample.failure(.notFound, of: message.header.id)] : nil
    }
    let client = try client(of: hub)
    let error = #expect(throws: ClientError.self) { try client.call(.get(Sample.id(1))) }
    #expect(
      error?.description
        == "It failed. Search for it by name: musicbus search artists|albums|songs NAME"
    )
  }

  @Test("times out at its deadline, reports the wait before, and cancels the call")
  func timeout() throws {
    let hub = try FakeHub(paths) { _ in nil }
    let client = try client(of: hub)
    var waits = 0
    let error = #expect(throws: ClientError.self) {
      try client.reply(to: Call.search(.artist, "nina"), timeout: .milliseconds(100)) { _ in
        waits += 1
      }
    }
    guard case .timedOut(.artistsSearch, 100) = error else { throw Missing() }
    #expect(waits > 2)
    try awaitCondition("cancel") { hub.received.last?.header.type == .cancel }
    let call = try #require(hub.received.first { $0.header.type == .call })
    #expect(hub.received.last?.header == Header(type: .cancel, re: call.header.id, sid: "s1"))
  }

  @Test(
    "opens a new session and repeats the call if its session is unknown, but no change without an id"
  )
  func sessionUnknown() throws {
    let hub = try FakeHub(paths) { message in
      switch message.header.type {
      case .hello:
        return [try FakeHub.welcome(to: message.header.id, sid: "s-\(message.header.id ?? "")")]
      case .call
      where message.header.method == .favoritesImport || message.header.timeoutMs == 1000:
        return [try WireMessage(Header(type: .bye), Bye(code: .sessionUnknown))]
      case .call: return [try Sample.done(Done(), of: message.header.id)]
      default: return nil
      }
    }
    let client = try client(of: hub)
    let error = #expect(throws: ClientError.self) { try client.call(.favoritesImport([[:]])) }
    guard case .hubLost = error else { throw Missing() }
    #expect(hub.received.count { $0.header.type == .hello } == 1)
    // Sent in the ended session, completed in the next one.
    _ = try client.call(.hubStatus, timeout: .seconds(5))
    #expect(hub.received.count { $0.header.type == .hello } == 2)
    let lost = #expect(throws: ClientError.self) {
      try client.call(.hubStatus, timeout: .seconds(1))
    }
    guard case .hubLost = lost else { throw Missing() }
    #expect(hub.received.count { $0.header.type == .hello } == 3)
  }

  @Test("opens a new session and repeats the call if the hub is silent for too long")
  func silence() throws {
    let helloCount = Mutex(0)
    let hub = try FakeHub(paths) { message in
      guard message.header.type == .call else {
        guard message.header.type == .hello else { return nil }
        let sid = helloCount.withLock { count in
          count += 1
          return "s\(count)"
        }
        let liveness = Welcome.Liveness(pingMs: 100, deadMs: 300)
        return [try FakeHub.welcome(to: message.header.id, sid: sid, liveness: liveness)]
      }
      guard message.header.sid == "s2" else { return [] }
      return [try Sample.done(Done(), of: message.header.id)]
    }
    let client = try client(of: hub)
    _ = try client.call(.hubStatus, timeout: .seconds(60))
    #expect(hub.received.filter { $0.header.type == .call }.map(\.header.sid) == ["s1", "s2"])
  }

  @Test("replies to pings of the hub while it waits")
  func ping() throws {
    let call = Mutex<String?>(nil)
    let hub = try FakeHub(paths) { message in
      switch message.header.type {
      case .call:
        call.withLock { $0 = message.header.id }
        return [WireMessage(Header(type: .ping, id: "p1", sid: "s1"))]
      case .pong: return [try Sample.done(Done(), of: call.withLock { $0 })]
      default: return nil
      }
    }
    _ = try client(of: hub).call(.hubStatus)
  }

  @Test("fails if the hub rejects it")
  func refused() throws {
    let reject = Reject(code: .versionUnsupported, message: "No.", supported: [])
    let refusing = try FakeHub(paths) { _ in [try WireMessage(Header(type: .reject), reject)] }
    let error = #expect(throws: ClientError.self) { _ = try client(of: refusing) }
    guard case .rejected = error else { throw Missing() }
  }

  @Test("fails if the hub is full")
  func full() throws {
    let bye = Bye(code: .busy, message: "The hub already has 1000 clients.")
    let hub = try FakeHub(paths) { _ in [try WireMessage(Header(type: .bye), bye)] }
    let error = #expect(throws: ClientError.self) { _ = try client(of: hub) }
    guard case .refused = error else { throw Missing() }
  }

  @Test("fails if the hub is silent")
  func silent() throws {
    let hub = try FakeHub(paths) { _ in [] }
    let error = #expect(throws: ClientError.self) {
      _ = try client(of: hub, timeout: .milliseconds(50))
    }
    guard case .hubNotResponding(50, paths.log) = error else { throw Missing() }
  }

  @Test("fails immediately if the hub exits during a call")
  func dies() throws {
    let hub = try FakeHub(paths) { _ in nil }
    let client = try client(of: hub)
    hub.process.signal(SIGKILL)
    let start = MonotonicClock.nowMs
    let error = #expect(throws: ClientError.self) {
      try client.call(.hubStatus, timeout: .seconds(60))
    }
    guard case .hubLost = error else { throw Missing() }
    #expect(MonotonicClock.nowMs - start < 20_000)
  }

  @Test("fails if a reply violates the protocol")
  func broken() throws {
    let hub = try FakeHub(paths) { message in
      message.header.type == .call
        ? [try Sample.done(Done(parts: 3), of: message.header.id)] : nil
    }
    let client = try client(of: hub)
    let error = #expect(throws: ClientError.self) { try client.call(.hubStatus) }
    #expect(
      error?.message == "Protocol error: The reply has 3 parts, but 0 arrived."
    )
  }

  @Test("starts no hub if that is not allowed")
  func forbidden() throws {
    let error = #expect(throws: ClientError.self) { _ = try client(.never) }
    #expect(
      error?.description
        == "No hub is running in \(directory.path)/run. Start one: musicbus hub start"
    )
  }

  @Test("reports that no hub can be started")
  func absent() throws {
    let error = #expect(throws: ClientError.self) {
      _ = try client(.ifNone(executable: "no-such-hub"))
    }
    guard case .hubNotFound("no-such-hub") = error else { throw Missing() }
  }

  @Test("shows the last words of a hub that does not start, and only of this one")
  func failsToStart() throws {
    try paths.prepare()
    try Data("an old line\n".utf8).write(to: URL(fileURLWithPath: paths.log))
    let hub = try script("echo \"$# $1\"; echo 'no sockets left' >&2; exit 3")
    let error = #expect(throws: ClientError.self) { _ = try client(.ifNone(executable: hub)) }
    guard case .hubDidNotStart(.exited(3), paths.log, let lines) = error else { throw Missing() }
    #expect(lines == ["1 --background", "no sockets left"])
  }

  @Test("passes on only its part of the environment, and does not run in a user's directory")
  func environment() throws {
    let hub = try script("pwd; env; exit 3")
    let error = #expect(throws: ClientError.self) { _ = try client(.ifNone(executable: hub)) }
    guard case .hubDidNotStart = error else { throw Missing() }
    let log = try String(contentsOfFile: paths.log, encoding: .utf8)
    #expect(log.hasPrefix("/\n"))
    #expect(log.contains("MUSICBUS_HOME=\(directory.path)\n"))
    #expect(log.contains("PATH="))
    #expect(!log.contains("SECRET"))
  }

  @Test("tries again when its hub found another one there, and not for ever")
  func lostRace() throws {
    let hub = try script("echo started; exit 0")
    let error = #expect(throws: ClientError.self) { _ = try client(.ifNone(executable: hub)) }
    guard case .hubLost = error else { throw Missing() }
    let log = try String(contentsOfFile: paths.log, encoding: .utf8)
    #expect(log == String(repeating: "started\n", count: 4))
  }
}
