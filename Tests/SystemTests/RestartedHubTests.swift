import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("A hub that goes and comes", .timeLimit(.minutes(3)))
  struct RestartedHubTests {
    @Test("while clients ask: each call ends once, and those after it are answered")
    func underLoad() async throws {
      // No client starts one of its own.
      let sandbox = try Sandbox()
      try sandbox.addModelProvider("model-0")
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
        // It met the moment in which there was no hub, or lost it twice: that is told.
        case 1, 69: #expect(result.output.isEmpty && !result.errors.isEmpty, "\(result)")
        default: Issue.record("\(result)")
        }
      }
      #expect(results.contains { $0.status == 0 })
      let last = try sandbox.musicbus("search", "albums", "25 x", "--provider", "model-0", "--json")
      #expect(last.status == 0 && last.lines.count == 25, "\(last)")
    }

    @Test("a client that holds a session is told by its end to say hello again")
    func session() throws {
      let sandbox = try Sandbox()
      let peer = try RawPeer(try sandbox.places.clientsEndpoint())
      let before = try #require(try peer.hello()?.header.sid)
      #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL))
      try sandbox.startHub()
      // libzmq connects again by itself: the new hub knows nothing of the session.
      try peer.send(WireMessage(Header(type: .call, id: "c", sid: before, method: .hubStatus)))
      let answer = try #require(try peer.receive(within: .seconds(20)))
      #expect(try answer.decodeBody(Bye.self).code == .sessionUnknown)
      #expect(try peer.hello()?.header.type == .welcome)
    }
  }

  @Suite("Without a network", .timeLimit(.minutes(2)))
  struct NoNetworkTests {
    @Test("each source is told as failed with the reason, and the hub is as it was")
    func unreachable() throws {
      let sandbox = try Sandbox(startsHub: false)
      let nowhere = Dictionary(
        uniqueKeysWithValues: SampleUpstream.variables.map { ($0, "http://127.0.0.1:9") }
      )
      try sandbox.startHub(by: ["/usr/bin/env"] + nowhere.map { "\($0)=\($1)" })
      let result = try sandbox.musicbus("search", "artists", "Pink Floyd", "--wait", "9s", "--json")
      #expect(result.status == 1, "\(result)")
      let sources = try result.sources()
      #expect(sources.count == 2)
      for source in sources {
        #expect(source.outcome == .failed)
        #expect(source.error?.code == .upstreamUnavailable)
      }
      #expect(try sandbox.providers().values.allSatisfy { $0.state == .ready && $0.restarts == 0 })
    }
  }

  @Suite("A client that floods", .timeLimit(.minutes(2)))
  struct FloodTests {
    @Test("with calls is served by turns with others, and no more than it may")
    func calls() throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addModelProvider("model-0")
      try sandbox.startHub()
      _ = try sandbox.awaitProvider("model-0") { $0.state == .ready }
      let flood = try RawPeer(try sandbox.places.clientsEndpoint(), patienceMs: 200)
      let sid = try #require(try flood.hello()?.header.sid)
      var parameters = CallParameters()
      for number in 0..<3_000 {
        parameters.text = "10 \(number)"
        let header = Header(type: .call, id: "\(number)", sid: sid, method: .searchAlbums)
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
      while let answer = try flood.receive(within: .seconds(2)) {
        if answer.header.type == .error { codes.insert(try answer.decodeBody(Failure.self).code) }
        if answer.header.type == .bye {
          codes.insert(try #require(answer.decodeBody(Bye.self).code))
          break
        }
      }
      // As many as there is time for beside the other's are served: none may be too many.
      #expect(codes.isSubset(of: [.busy, .slowConsumer]), "\(codes)")
      let status = try sandbox.musicbus("hub", "status")
      #expect(status.status == 0, "\(status)")
    }

    @Test("and does not read is cut off when 8 MiB wait for it, and told why when it reads at last")
    func unread() throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addModelProvider("model-0")
      try sandbox.startHub()
      _ = try sandbox.awaitProvider("model-0") { $0.state == .ready }
      let slow = try RawPeer(try sandbox.places.clientsEndpoint(), queue: 1)
      let sid = try #require(try slow.hello()?.header.sid)
      var parameters = CallParameters()
      parameters.id = EntityID("model-0:artist:1")
      func ask(_ number: Int) throws {
        let header = Header(type: .call, id: "\(number)", sid: sid, method: .artistAlbums)
        try slow.send(WireMessage(header, parameters))
      }
      try ask(0)
      let answer = try #require(try slow.receive())
      #expect(answer.header.type == .done)
      // The answer is kept from now on, and costs the hub next to nothing.
      let count = 3 * 8_388_608 / max(1, answer.body?.count ?? 1)
      for number in 1...count { try ask(number) }
      try sandbox.awaitLog("does not read what it is sent")
      var bytes = 0
      var bye: Bye?
      while bye == nil, let message = try slow.receive() {
        bytes += message.body?.count ?? 0
        if message.header.type == .bye { bye = try message.decodeBody() }
      }
      #expect(bye?.code == .slowConsumer)
      // What waited, and what the kernel and the other end had taken in already.
      #expect(bytes > 7 << 20 && bytes < 12 << 20, "\(bytes)")
    }
  }
}
