import BusProtocol
import Foundation
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite("When something runs out", .timeLimit(.minutes(3)))
  struct RunningOutTests {
    /// A hub that the shell has put under a limit.
    private func limited(_ limit: String) throws -> Sandbox {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.startHub(by: ["/bin/sh", "-c", "\(limit); exec \"$0\" \"$@\""])
      return sandbox
    }

    @Test("descriptors: further clients are told to come later, and the others are served")
    func descriptors() throws {
      let sandbox = try limited("ulimit -n 128")
      let endpoint = try sandbox.places.clientsEndpoint()
      #expect(try sandbox.musicbus("search", "artists", "U2", "--wait", "9s").status == 0)
      var peers: [RawPeer] = []
      var welcomed = 0
      var busy: Bye?
      while busy == nil, peers.count < 128 {
        let peer = try RawPeer(endpoint)
        peers.append(peer)
        let answer = try #require(try peer.hello(), "no answer to the \(peers.count)th")
        if answer.header.type == .welcome { welcomed += 1 }
        if answer.header.type == .bye { busy = try answer.decodeBody() }
      }
      #expect(busy?.code == .busy)
      #expect(busy?.message?.contains("\(welcomed) clients") == true)
      #expect(welcomed >= 16)
      // Strangers that come all the same find the door shut, and no provider is lost by them.
      for _ in 0..<300 { peers.append(try RawPeer(endpoint)) }
      try sandbox.awaitLog("the hub has no descriptors left for it")
      let first = try #require(peers.first)
      try first.send(WireMessage(Header(type: .ping, id: "p")))
      #expect(try first.receive() != nil)
      peers.removeAll()
      // The same hub: nobody may start another one.
      let found = try sandbox.musicbus("search", "artists", "U2", "--wait", "9s", "--no-autostart")
      #expect(found.status == 0)
      #expect(try sandbox.providers().values.allSatisfy { $0.state == .ready && $0.restarts == 0 })
    }

    @Test("a hub that may have too few open files says so instead of failing later")
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
      #expect(result.errors.contains("only 40 open files, and needs 128"), "\(result)")
    }

    @Test("the disk: what a person says is refused with the reason, and questions are answered")
    func disk() throws {
      let sandbox = try limited("ulimit -f 0")
      let search = try sandbox.musicbus("search", "artists", "Pink Floyd", "--json", "--wait", "9s")
      #expect(search.status == 0, "\(search)")
      let same = try sandbox.musicbus("same", "itunes:artist:1", "itunes:artist:2")
      #expect(same.status == 1)
      #expect(same.errors.contains("verdicts.jsonl"), "\(same)")
      #expect(try sandbox.musicbus("hub", "status").status == 0)
      #expect(try sandbox.providers().values.allSatisfy { $0.state == .ready })
      #expect(sandbox.stopHub() == .exited(0))
      #expect(!FileManager.default.fileExists(atPath: try sandbox.places.verdicts))
      let files = try FileManager.default.contentsOfDirectory(atPath: try sandbox.places.data)
      #expect(!files.contains { $0.hasSuffix(".new") }, "\(files)")
    }

    @Test("the log: a hub that cannot write it serves")
    func log() throws {
      let sandbox = try limited("exec 2> /dev/full")
      #expect(try sandbox.musicbus("search", "artists", "U2", "--wait", "9s").status == 0)
      #expect(sandbox.stopHub() == .exited(0))
    }

    @Test("the reader of the log: a hub whose output nobody reads serves")
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
