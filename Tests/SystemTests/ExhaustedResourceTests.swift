import BusProtocol
import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite("Exhausted resources", .timeLimit(.minutes(10)))
  struct ExhaustedResourceTests {
    /// A hub with a limit set by the shell.
    private func limited(_ limit: String) throws -> Sandbox {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.startHub(by: ["/bin/sh", "-c", "\(limit); exec \"$0\" \"$@\""])
      return sandbox
    }

    @Test("descriptors: more clients are rejected as busy, and the others are served")
    func descriptors() throws {
      let sandbox = try limited("ulimit -n 160")
      let endpoint = try sandbox.paths.clientsEndpoint()
      #expect(try sandbox.musicbus("search", "artists", "U2", "--wait", "9s").status == 0)
      var peers: [RawPeer] = []
      var welcomed = 0
      var busy: Bye?
      while busy == nil, peers.count < 128 {
        let peer = try RawPeer(endpoint)
        peers.append(peer)
        let reply = try #require(try peer.hello(), "no reply to hello \(peers.count)")
        if reply.header.type == .welcome { welcomed += 1 }
        if reply.header.type == .bye { busy = try reply.decodeBody() }
      }
      #expect(busy?.code == .busy)
      #expect(busy?.message?.contains("\(welcomed) clients") == true)
      #expect(welcomed >= 16)
      // Further connections are closed, and no provider is lost.
      for _ in 0..<300 { peers.append(try RawPeer(endpoint)) }
      try sandbox.awaitLog("the hub has no descriptors left")
      let first = try #require(peers.first)
      try first.send(WireMessage(Header(type: .ping, id: "p")))
      #expect(try first.receive() != nil)
      peers.removeAll()
      // The same hub: no other one may be started.
      let found = try sandbox.musicbus("search", "artists", "U2", "--wait", "9s", "--no-autostart")
      #expect(found.status == 0)
      #expect(
        try sandbox.configuredProviders().containsOnly { $0.state == .ready && $0.restarts == 0 }
      )
    }

    @Test("descriptors: a first call is served, and stored, while connections have taken the rest")
    func firstCall() throws {
      let sandbox = try limited("ulimit -n 128")
      try sandbox.awaitProviders()
      let endpoint = try sandbox.paths.clientsEndpoint()
      let peer = try RawPeer(endpoint)
      let welcome = try #require(try peer.hello())
      #expect(welcome.header.type == .welcome)
      var others: [RawPeer] = []
      for _ in 0..<300 { others.append(try RawPeer(endpoint)) }
      try sandbox.awaitLog("the hub has no descriptors left")
      for number in 0..<3 {
        let header = Header(
          type: .call,
          id: "c\(number)",
          sid: welcome.header.sid,
          method: .albumsSearch
        )
        var parameters = CallParameters()
        parameters.text = "album \(number)"
        try peer.send(WireMessage(header, parameters))
        var reply = try #require(try peer.receive())
        while [.ping, .part].contains(reply.header.type) {
          reply = try #require(try peer.receive())
        }
        #expect(reply.header.type == .done, "\(reply)")
      }
      others.removeAll()
      #expect(sandbox.stopHub() == .exited(0))
      #expect(!sandbox.log.contains("Too many files are open"), "\(sandbox.log)")
    }

    @Test("descriptors: a hub with too low a limit exits with a message")
    func tooFew() throws {
      let sandbox = try Sandbox(startsHub: false)
      let result = try RunResult.of(
        Launch(
          "/bin/sh",
          ["-c", "ulimit -n 40; exec \"$0\"", Executables.path("musicbus-hub")],
          environment: sandbox.environment
        )
      )
      #expect(result.status == 1)
      #expect(result.errors.contains("open files is 40; the hub needs 128"), "\(result)")
    }

    @Test("disk: verdicts are refused with the reason, and queries are served")
    func disk() throws {
      let sandbox = try limited("ulimit -f 0")
      let search = try sandbox.musicbus("search", "artists", "Pink Floyd", "--json", "--wait", "9s")
      #expect(search.status == 0, "\(search)")
      let same = try sandbox.musicbus("same", "itunes:artist:1", "itunes:artist:2")
      #expect(same.status == 1)
      #expect(same.errors.contains("verdicts.jsonl"), "\(same)")
      #expect(try sandbox.musicbus("hub", "status").status == 0)
      #expect(try sandbox.configuredProviders().containsOnly { $0.state == .ready })
      #expect(sandbox.stopHub() == .exited(0))
      #expect(!FileManager.default.fileExists(atPath: try sandbox.paths.verdicts))
      let files = try FileManager.default.contentsOfDirectory(atPath: try sandbox.paths.data)
      #expect(!files.contains { $0.hasSuffix(".new") }, "\(files)")
    }

    @Test("log: a hub that cannot write it serves calls")
    func log() throws {
      let sandbox = try limited("exec 2> /dev/full")
      #expect(try sandbox.musicbus("search", "artists", "U2", "--wait", "9s").status == 0)
      #expect(sandbox.stopHub() == .exited(0))
    }

    @Test("log: a hub whose output is not read serves calls")
    func reader() throws {
      let sandbox = try limited(
        "exec 2>&1; mkfifo \"$MUSICBUS_HOME/pipe\"; "
          + "cat \"$MUSICBUS_HOME/pipe\" > /dev/null & exec > \"$MUSICBUS_HOME/pipe\" 2>&1; kill $!"
      )
      #expect(try sandbox.musicbus("search", "artists", "U2", "--wait", "9s").status == 0)
      #expect(sandbox.stopHub() == .exited(0))
    }
  }
}
