import BusProtocol
import Foundation
import Glibc
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("The library of a hub", .timeLimit(.minutes(10)))
  struct LibraryTests {
    private func status(_ sandbox: Sandbox) throws -> LibraryStatus {
      let result = try sandbox.musicbus("library", "status", "--json")
      #expect(result.status == 0, "\(result)")
      return try JSONCodec.decode(LibraryStatus.self, from: Array(result.output.utf8))
    }

    private var path: String { "cache/records.sqlite" }

    private func lastChange(of path: String) -> Date? {
      try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }

    private func awaitChange(of path: String, since earlier: Date?) throws {
      try awaitCondition("a change of \(path)") { lastChange(of: path) != earlier }
    }

    @Test("is complete or grows again after the hub was killed while it was written")
    func killed() throws {
      let sandbox = try Sandbox(startsHub: false)
      try sandbox.addStubProvider("model-0")
      try sandbox.startHub()
      let log = "\(sandbox.home.path)/\(path)-wal"
      for round in 0..<4 {
        _ = try sandbox.awaitProvider("model-0") { $0.state == .ready }
        #expect(try sandbox.musicbus("library", "forget").status == 0)
        let written = lastChange(of: log)
        let search = try sandbox.musicbus(
          "search",
          "albums",
          "25 \(round)",
          "--provider",
          "model-0",
          "--json"
        )
        #expect(search.status == 0, "\(search)")
        // The reply is here; its records are not in the library yet, or are just being added.
        if round > 0 { try awaitChange(of: log, since: written) }
        #expect(sandbox.signalHub(SIGKILL) == .killed(signal: SIGKILL))
        try sandbox.startHub()
        let left = try status(sandbox)
        #expect(left.problem == nil)
        // The records of a reply are added together.
        #expect([0, 25].contains(left.albums), "\(left)")
        let offline = try sandbox.musicbus("search", "albums", "golden", "--offline", "--json")
        if left.albums > 0 { #expect(try !offline.albums().isEmpty, "\(offline)") }
        if round == 1 {
          #expect(try sandbox.musicbus("library", "rebuild").status == 0)
          let rebuilt = try status(sandbox)
          #expect(rebuilt.problem == nil)
          #expect([0, 25].contains(rebuilt.albums), "\(rebuilt)")
        }
      }
      #expect(!FileManager.default.fileExists(atPath: "\(sandbox.home.path)/\(path).damaged"))
      #expect(!sandbox.log.contains("corrupt"))
    }

    @Test("is named if its file cannot be used; searches continue")
    func unusable() throws {
      let sandbox = try Sandbox(startsHub: false)
      let directory = "\(sandbox.home.path)/\(path)"
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try sandbox.startHub()
      let status = try sandbox.musicbus("library", "status")
      #expect(status.status != 0)
      #expect(status.errors.contains("musicbus: \(directory) cannot be used."), "\(status)")
      #expect(try sandbox.musicbus("search", "artists", "Pink Floyd").status == 0)
    }

    @Test("is moved aside if its file is corrupt; replies continue, and it grows again")
    func damaged() throws {
      let sandbox = try Sandbox()
      #expect(try sandbox.musicbus("search", "artists", "Pink Floyd").status == 0)
      #expect(sandbox.stopHub() == .exited(0))
      let file = "\(sandbox.home.path)/\(path)"
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
      try Data("not a database at all, but long enough".utf8).write(to: URL(filePath: file))
      try sandbox.startHub()
      let search = try sandbox.musicbus("search", "artists", "Pink Floyd", "--refresh")
      #expect(search.status == 0, "\(search)")
      #expect(FileManager.default.fileExists(atPath: "\(file).damaged"))
      try sandbox.awaitLog("is corrupt")
      #expect(try status(sandbox).problem == nil)
      let found = try sandbox.musicbus("search", "artists", "floyd pin", "--offline")
      #expect(found.output.contains("Pink Floyd"), "\(found)")
    }

    @Test("finds everything that was seen, with other words, when no source replies")
    func everythingSeen() async throws {
      let sandbox = try Sandbox()
      var seen: [Entity] = []
      for arguments in [
        ["search", "artists", "Pink Floyd"], ["search", "albums", "The Wall"],
        ["search", "songs", "Money"], ["albums", "Pink Floyd"], ["top", "songs"],
      ] {
        let result = try RunResult.of(
          "musicbus",
          arguments + ["--json", "--limit", "12", "--wait", "20s"],
          environment: sandbox.environment
        )
        seen += try result.entities()
      }
      #expect(seen.count > 30)
      #expect(try status(sandbox).problem == nil)
      #expect(sandbox.stopHub() == .exited(0))
      try await sandbox.upstream.setFaults("500")
      try await sandbox.upstream.clearRequests()
      try sandbox.startHub()
      for entity in seen { try expectFound(entity, sandbox) }
      #expect(try await sandbox.upstream.requests().isEmpty)
    }

    /// Searches for the words of an entity in another order, without the end of the last one.
    private func expectFound(_ entity: Entity, _ sandbox: Sandbox) throws {
      let kind: String
      switch entity {
      case .artist: kind = "artists"
      case .album: kind = "albums"
      case .song: kind = "songs"
      case .chart: return
      }
      var words = entity.displayName.split(whereSeparator: \.isWhitespace).map(String.init)
      words.reverse()
      if let last = words.popLast() { words.append(String(last.prefix(max(3, last.count - 1)))) }
      let text = words.joined(separator: " ").lowercased()
      let result = try sandbox.musicbus(
        "search",
        kind,
        text,
        "--offline",
        "--json",
        "--limit",
        "100"
      )
      let found = try result.entities().flatMap(\.ids)
      #expect(!Set(found).isDisjoint(with: entity.ids), "\(text): \(entity.ids) \(result)")
    }
  }
}
