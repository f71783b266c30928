import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("A restarted hub", .timeLimit(.minutes(10)))
  struct RestartedHubTests {
    @Test("ends each call once under load, and serves later ones")
    func underLoad() async throws {
      // No client starts another hub.
      let sandbox = try Sandbox()
      try sandbox.addStubProvider("model-0")
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub()
      let environment = sandbox.environment
      let results = try await withThrowingTaskGroup { group in
        for client in 0..<6 {
          group.addTask {
            try (0..<6).map { turn in
              try RunResult.of(
                "musicbus",
                [
                  "search", "albums", "25 \(client) \(turn)", "--provider", "model-0", "--json",
                  "--timeout", "20s",
                ],
                environment: environment
              )
            }
          }
        }
        for signal in [SIGKILL, SIGTERM, SIGKILL] {
          try sandbox.awaitLog("is ready")
          #expect(sandbox.signalHub(signal) != nil)
          try FileManager.default.removeItem(atPath: sandbox.logPath)
          try sandbox.startHub()
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(results.count == 36)
      for result in results {
        switch result.status {
        case 0: #expect(result.lines.count == 25, "\(result)")
        // The command found no hub, or lost it twice, and reports that.
        case 1, 69: #expect(result.output.isEmpty && !result.errors.isEmpty, "\(result)")
        default: Issue.record("\(result)")
        }
      }
      #expect(results.contains { $0.status == 0 })
      let last = try sandbox.musicbus("search", "albums", "25 x", "--provider", "model-0", "--json")
      #expect(last.status == 0 && last.lines.count == 25, "\(last)")
    }

    @Test("ends old sessions, so that clients say hello again")
    func session() throws {
      let sandbox = try Sandbox()
      let peer = try RawPeer(try sandbox.paths.clientsEndpoint())
      let before = try #require(try peer.hello()?.header.sid)
      #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL))
      try sandbox.startHub()
      // libzmq reconnects automatically; the new hub does not know the session.
      try peer.send(WireMessage(Header(type: .call, id: "c", sid: before, method: .hubStatus)))
      let reply = try #require(try peer.receive(within: .seconds(60)))
      #expect(try reply.decodeBody(Bye.self).code == .sessionUnknown)
      #expect(try peer.hello()?.header.type == .welcome)
    }
  }

  @Suite("A hub without a network", .timeLimit(.minutes(10)))
  struct NoNetworkTests {
    @Test("reports each source as failed with the reason, and is otherwise not affected")
    func unreachable() throws {
      let sandbox = try Sandbox(startsHub: false)
      let nowhere = Dictionary(
        uniqueKeysWithValues: SampleUpstream.variables.map { ($0, "http://127.0.0.1:9") }
      )
      try sandbox.startHub(by: ["/usr/bin/env"] + nowhere.map { "\($0)=\($1)" })
      let result = try sandbox.musicbus("search", "artists", "Pink Floyd", "--wait", "9s", "--json")
      #expect(result.status == 1, "\(result)")
      let sources = try result.sources()
      #expect(sources.count == 5)
      for source in sources {
        #expect(source.outcome == .failed)
        #expect(source.error?.code == .upstreamUnreachable)
      }
      #expect(
        try sandbox.configuredProviders().containsOnly { $0.state == .ready && $0.restarts == 0 }
      )
    }
  }

  @Suite("A flood from one client", .timeLimit(.minutes(10)))
  struct FloodTests {
    @Test("does not delay other clients, and stays within the in-flight limit")
    func calls() throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addStubProvider("model-0")
      try sandbox.startHub()
      _ = try sandbox.awaitProvider("model-0") { $0.state == .ready }
      let flood = try RawPeer(try sandbox.paths.clientsEndpoint(), timeoutMs: 200)
      let sid = try #require(try flood.hello()?.header.sid)
      var parameters = CallParameters()
      for number in 0..<3_000 {
        parameters.text = "10 \(number)"
        let header = Header(type: .call, id: "\(number)", sid: sid, method: .albumsSearch)
        do {
          try flood.send(WireMessage(header, parameters))
        } catch is RawPeer.Problem {
          // The hub takes no more from it than it can work on.
          break
        }
      }
      let other = try sandbox.musicbus(
        "search",
        "albums",
        "10 other",
        "--provider",
        "model-0",
        "--json"
      )
      #expect(other.status == 0 && other.lines.count == 10, "\(other)")
      var codes: Set<ErrorCode> = []
      while let reply = try flood.receive(within: .seconds(2)) {
        if reply.header.type == .error { codes.insert(try reply.decodeBody(Failure.self).code) }
        if reply.header.type == .bye {
          codes.insert(try #require(reply.decodeBody(Bye.self).code))
          break
        }
      }
      // As many as there is time for beside the other's are served: none may be too many.
      #expect(codes.isSubset(of: [.busy, .slowConsumer]), "\(codes)")
      let status = try sandbox.musicbus("hub", "status")
      #expect(status.status == 0, "\(status)")
    }

    @Test("ends its session at 8 MiB of unread replies, with the reason as the last message")
    func unread() throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addStubProvider("model-0")
      try sandbox.startHub()
      _ = try sandbox.awaitProvider("model-0") { $0.state == .ready }
      let slow = try RawPeer(try sandbox.paths.clientsEndpoint(), queue: 1)
      let sid = try #require(try slow.hello()?.header.sid)
      var parameters = CallParameters()
      parameters.id = EntityID("model-0:artist:1")
      func submit(_ number: Int) throws {
        let header = Header(type: .call, id: "\(number)", sid: sid, method: .artistAlbums)
        try slow.send(WireMessage(header, parameters))
      }
      try submit(0)
      let reply = try #require(try slow.receive())
      #expect(reply.header.type == .done)
      // The reply is cached from now on, so that the hub has little work.
      let count = 3 * 8_388_608 / max(1, reply.body?.count ?? 1)
      for number in 1...count { try submit(number) }
      try sandbox.awaitLog("it reads too slowly")
      var bytes = 0
      var bye: Bye?
      while bye == nil, let message = try slow.receive() {
        bytes += message.body?.count ?? 0
        if message.header.type == .bye { bye = try message.decodeBody() }
      }
      #expect(bye?.code == .slowConsumer)
      // The queued bytes, and those buffered by the kernel and the peer.
      #expect(bytes > 7 << 20 && bytes < 12 << 20, "\(bytes)")
    }

    @Test("ends its session at 8 MiB of unread replies even if each is small")
    func unreadSmall() throws {
      let sandbox = try Sandbox()
      let slow = try RawPeer(try sandbox.paths.clientsEndpoint(), queue: 1)
      let sid = try #require(try slow.hello()?.header.sid)
      let header = Header(type: .call, id: "0", sid: sid, method: .hubStatus)
      try slow.send(WireMessage(header, CallParameters()))
      let size = try #require(try slow.receive()?.body?.count)
      // The status grows while providers become ready.
      #expect(size < 64 << 10, "\(size)")
      let log = { (try? String(contentsOfFile: sandbox.logPath, encoding: .utf8)) ?? "" }
      var count = 0
      while count < 24 << 20 / size, count % 1000 != 0 || !log().contains("too slowly") {
        count += 1
        let header = Header(type: .call, id: "\(count)", sid: sid, method: .hubStatus)
        try slow.send(WireMessage(header, CallParameters()))
      }
      try sandbox.awaitLog("it reads too slowly")
      var bytes = 0
      var bye: Bye?
      while bye == nil, let message = try slow.receive() {
        bytes += message.body?.count ?? 0
        if message.header.type == .bye { bye = try message.decodeBody() }
      }
      #expect(bye?.code == .slowConsumer)
      #expect(bytes > 6 << 20 && bytes < 12 << 20, "\(bytes)")
    }
  }
}
