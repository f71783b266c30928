import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("musicbus doctor", .timeLimit(.minutes(10)))
  struct DoctorTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private struct Finding: Decodable {
      var check: String
      var status: String
      var text: String
      var fix: String?
    }

    /// The findings, but for that of the sandbox, which a machine may not be able to make.
    private func findings() throws -> (status: Int32, [Finding]) {
      let result = try sandbox.musicbus("doctor", "--json", "--timeout", "60s", "--wait", "30s")
      let all = try result.lines.map { line in
        try JSONCodec.decode(Finding.self, from: Array(line.utf8))
      }
      #expect(result.status == (all.contains { $0.status == "problem" } ? 1 : 0), "\(result)")
      return (result.status, all.filter { $0.check != "sandbox" })
    }

    @Test("finds no problem in a new installation, and says what was checked")
    func sound() throws {
      let (_, found) = try findings()
      #expect(found.filter { $0.status == "problem" }.map(\.text) == [])
      let checks = Set(found.map(\.check))
      for check in [
        "hub", "page", "configuration", "favourites", "cache", "library", "budgets",
        "provider deezer", "provider discogs",
      ] { #expect(checks.contains(check), "\(check)") }
      let discogs = try #require(found.first { $0.check == "provider discogs" })
      #expect(discogs.status == "note" && discogs.fix == "musicbus provider setup discogs")
    }

    @Test("finds the conflict copy of a synchronizer, and its fix brings in what is in the copy")
    func conflict() throws {
      let row = #"{"kind":"artist","id":"shelf:artist:9","name":"Nobody at all"}"#
      let rows = "\(sandbox.home.path)/rows.jsonl"
      try Data(row.utf8).write(to: URL(filePath: rows))
      let imported = try sandbox.musicbus("favorites", "import", rows)
      #expect(imported.status == 0, "\(imported)")
      let document = "\(sandbox.home.path)/favorites/Favorites.jsonl"
      let copy = "\(sandbox.home.path)/favorites/Favorites (Ann's conflicted copy).jsonl"
      // The other computer has a favourite that this one does not have.
      try FileManager.default.copyItem(atPath: document, toPath: copy)
      let removed = try sandbox.musicbus("favorites", "remove", "shelf:artist:9")
      #expect(removed.status == 0, "\(removed)")
      let (status, found) = try findings()
      #expect(status == 1)
      let problem = try #require(found.first { $0.status == "problem" })
      #expect(problem.check == "favourites")
      try Program("/bin/sh").succeed(["-c", try #require(problem.fix)])
      #expect(!FileManager.default.fileExists(atPath: copy))
      let check = try sandbox.musicbus("favorites", "check")
      #expect(check.status == 0, "\(check)")
      #expect(try findings().1.filter { $0.status == "problem" }.map(\.text) == [])
    }

    @Test("tells how to correct a mistake in the configuration, and that the hub is away")
    func mistakes() throws {
      let set = try sandbox.musicbus("config", "set", "providers.nosuch.token", "x")
      #expect(set.status == 0, "\(set)")
      let problems = try findings().1.filter { $0.status == "problem" }
      #expect(problems.map(\.fix) == ["musicbus config unset providers.nosuch"])
      #expect(try sandbox.musicbus("config", "unset", "providers.nosuch").status == 0)
      _ = sandbox.stopHub()
      let (status, found) = try findings()
      #expect(status == 1)
      #expect(found.filter { $0.status == "problem" }.map(\.fix) == ["musicbus hub start"])
    }
  }
}
