import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("The provider cache of a hub", .timeLimit(.minutes(10)))
  struct OfflineTests {
    /// Searches without the number of albums, which not every source may send in time.
    private func search(_ sandbox: Sandbox, _ arguments: String...) throws -> RunResult {
      let members = "--json=id,ids,kind,name,biography,artwork,genres,links,followers,provenance"
      return try RunResult.of(
        "musicbus",
        Sandbox.patient(["search", "artists", "Pink Floyd", members] + arguments),
        environment: sandbox.environment
      )
    }

    /// Starts a hub and waits until its cache is open: with a slow disk, a lookup may be too late.
    private func startHub(_ sandbox: Sandbox) throws {
      try sandbox.startHub()
      let status = try sandbox.musicbus("cache", "status")
      #expect(status.status == 0, "\(status)")
    }

    @Test("serves fresh replies after a restart without contacting a source")
    func restart() async throws {
      let sandbox = try Sandbox()
      let first = try search(sandbox)
      #expect(first.status == 0, "\(first)")
      // A look-up that takes long is not awaited: the reply then comes from the source.
      for _ in 0..<10 {
        #expect(sandbox.stopHub() == .exited(0))
        try await sandbox.upstream.clearRequests()
        try startHub(sandbox)
        let second = try search(sandbox)
        #expect(second.status == 0, "\(second)")
        #expect(second.output == first.output)
        guard try await sandbox.upstream.requests().isEmpty else { continue }
        #expect(try second.outcome(of: "audiodb") == .cached)
        #expect(try second.sources().containsOnly { ($0.ageMs ?? 0) > 0 })
        return
      }
      Issue.record("each restart contacts a source")
    }

    @Test("serves stale replies with their age without a network, and artwork as well")
    func noNetwork() async throws {
      let sandbox = try Sandbox()
      let first = try search(sandbox)
      let id = try #require(try first.artists().first?.id)
      let picture = "\(sandbox.home.path)/picture"
      let artwork = ["artwork", "\(id)", "--output", picture]
      #expect(
        try RunResult.of("musicbus", artwork, environment: sandbox.environment).status == 0
      )
      let albums = try sandbox.musicbus("albums", "\(id)", "--json")
      try await sandbox.upstream.setFaults("500")
      #expect(sandbox.stopHub() == .exited(0))
      try startHub(sandbox)
      let stale = try search(sandbox, "--refresh")
      #expect(stale.status == 0, "\(stale)")
      #expect(stale.output == first.output)
      #expect(try stale.outcome(of: "audiodb") == .stale)
      #expect(try stale.sources().first?.error != nil)
      #expect(try sandbox.musicbus("albums", "\(id)", "--json").output == albums.output)
      let again = ["artwork", "\(id)", "--output", picture, "--refresh"]
      let stored = try RunResult.of("musicbus", again, environment: sandbox.environment)
      #expect(stored.status == 0, "\(stored)")
    }

    @Test("does not advise to try again if it is offline and nothing is cached")
    func offlineWithoutReply() throws {
      let sandbox = try Sandbox()
      let none = try sandbox.musicbus("search", "artists", "Nina Simone", "--offline")
      #expect(none.status == 1)
      #expect(none.errors.contains("Run the command without --offline."), "\(none)")
      #expect(!none.errors.contains("gain later"), "\(none)")
    }

    @Test("contacts no source offline, and reports missing entries")
    func offline() async throws {
      let sandbox = try Sandbox()
      let first = try search(sandbox)
      try await sandbox.upstream.clearRequests()
      let stored = try search(sandbox, "--offline")
      #expect(stored.status == 0, "\(stored)")
      #expect(try stored.outcome(of: "audiodb") == .cached)
      #expect(stored.output == first.output)
      let unknown = try sandbox.musicbus("search", "artists", "Coldplay", "--offline")
      #expect(unknown.status == 1)
      #expect(unknown.errors.contains("Run the command without --offline."), "\(unknown)")
      #expect(try await sandbox.upstream.requests().isEmpty)
      #expect(try search(sandbox, "--offline", "--refresh").status == 64)
    }

    @Test("finds seen records offline with other words, in the library")
    func otherWords() throws {
      let sandbox = try Sandbox()
      #expect(try search(sandbox).status == 0)
      let found = try sandbox.musicbus("search", "artists", "floid pin", "--offline", "--json")
      #expect(found.status == 0, "\(found)")
      #expect(try found.artists().map(\.name).contains("Pink Floyd"))
      #expect(try found.outcome(of: "library") == .stale)
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub()
      let again = try sandbox.musicbus("search", "artists", "floy", "--offline")
      #expect(again.output.contains("Pink Floyd"), "\(again)")
    }

    @Test("counts, pins and clears replies, and records searches")
    func cacheCommands() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("search", "artists", "Pink Floyd").status == 0)
      #expect(try sandbox.musicbus("artist", "Pink Floyd").status == 0)
      #expect(try sandbox.musicbus("cache", "pin", "Coldplay").status == 0)
      #expect(try sandbox.musicbus("artist", "Pink Floyd").status == 0)
      let recent = try sandbox.musicbus("recent", "--plain")
      #expect(!recent.output.contains("Coldplay"), "\(recent)")
      #expect(recent.output.contains("Pink Floyd\tartists"), "\(recent)")
      #expect(try sandbox.musicbus("cache", "pin", "Pink Floyd").status == 0)
      let cleared = try sandbox.musicbus("cache", "clear", "--json")
      let status = try JSONCodec.decode(CacheStatus.self, from: Array(cleared.output.utf8))
      #expect(status.pinned > 0)
      #expect(status.entries > 0, "pinned entries remain")
      #expect(try sandbox.musicbus("recent").errors == "No recent searches.\n")
      let artist = try sandbox.musicbus("artist", "itunes:artist:487143", "--offline")
      #expect(artist.status == 0, "\(artist)")
      #expect(try sandbox.musicbus("cache", "unpin", "itunes:artist:487143").status == 0)
      #expect(try sandbox.musicbus("cache", "pin", "Coldplay").status == 0)
      #expect(try sandbox.musicbus("cache", "unpin").errors.contains("or --all"))
      let unpinned = try sandbox.musicbus("cache", "unpin", "--all")
      #expect(unpinned.output.contains(/pinned +no ids/), "\(unpinned)")
    }

    @Test("moves a corrupt file aside, with a note in the log")
    func damaged() throws {
      let sandbox = try Sandbox()
      #expect(try search(sandbox).status == 0)
      #expect(sandbox.stopHub() == .exited(0))
      let path = "\(sandbox.home.path)/cache/records.sqlite"
      try Data("not a database at all, but long enough".utf8).write(to: URL(fileURLWithPath: path))
      try sandbox.startHub()
      #expect(try search(sandbox).status == 0)
      #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
      let log = try String(contentsOfFile: sandbox.logPath, encoding: .utf8)
      #expect(log.contains("is corrupt"))
      #expect(try sandbox.musicbus("cache", "status").status == 0)
    }

    @Test("does not fail calls if its file is unusable")
    func unusable() throws {
      let sandbox = try Sandbox(startsHub: false)
      let path = "\(sandbox.home.path)/cache/records.sqlite"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try sandbox.startHub()
      #expect(try search(sandbox).status == 0)
      let status = try sandbox.musicbus("cache", "status")
      #expect(status.status == 1)
      #expect(status.errors.contains("records"), "\(status)")
    }
  }
}
