import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Explaining and deciding on the command line", .timeLimit(.minutes(10)))
  struct VerdictTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func restart() throws {
      #expect(sandbox.stopHub() == .exited(0))
      try sandbox.startHub()
    }

    private func artist(_ text: String) throws -> Artist? {
      try sandbox.musicbus("artist", text, "--json", "--wait", "9s").artists().first
    }

    /// The artists that a search finds under exactly this name.
    private func named(_ name: String) throws -> [Artist] {
      let stores = ["--provider", "audiodb", "--provider", "itunes-search"]
      let search = ["search", "artists", name, "--json", "--wait", "9s"] + stores
      return try RunResult.of("musicbus", search, environment: sandbox.environment).artists()
        .filter { $0.name == name }
    }

    @Test("an artist is explained by its records, the evidence, and the provenance of each value")
    func explain() throws {
      let text = try sandbox.musicbus("explain", "Pink Floyd")
      #expect(text.status == 0, "\(text)")
      for word in ["itunes:artist:487143", "audiodb", "+", "biography", "Evidence"] {
        #expect(text.output.contains(word), "\(word) is missing in \(text)")
      }
      let json = try sandbox.musicbus("explain", "itunes:artist:487143", "--json")
      let line = try #require(json.lines.first, "\(json)")
      let explanation = try JSONCodec.decode(ExplanationReport.self, from: Array(line.utf8))
      #expect(Set(explanation.records.map(\.provider)).count >= 2)
      #expect(explanation.joins?.contains { $0.decision == .same } == true)
      #expect(explanation.fields?["biography"]?.provider.rawValue == "audiodb")
    }

    @Test("a user verdict changes results, survives a restart, and can be undone")
    func verdicts() throws {
      let slayers = try named("Slayer")
      #expect(slayers.count == 2, "\(slayers)")
      let ids = slayers.map(\.id)
      let same = try sandbox.musicbus("same", "\(ids[0])", "\(ids[1])")
      #expect(same.status == 0, "\(same)")
      #expect(try named("Slayer").count == 1)
      // What was seen as one entity is not remembered as one.
      for id in ids { #expect(try sandbox.musicbus("artist", "\(id)", "--offline").status == 0) }
      try restart()
      #expect(try named("Slayer").count == 1)
      let file = try String(
        contentsOfFile: "\(sandbox.home.path)/data/verdicts.jsonl",
        encoding: .utf8
      )
      #expect(file.contains("\"relation\":\"same\"") && file.hasPrefix("{\"document\""))
      let undo = try sandbox.musicbus("undo")
      #expect(undo.output.hasPrefix("Reverted"), "\(undo)")
      #expect(try named("Slayer").count == 2)
      #expect(try sandbox.musicbus("undo").status == 1)
    }

    @Test("a corrupt line of the file is moved aside and reported; the rest is used")
    func damaged() throws {
      #expect(try sandbox.musicbus("same", "itunes:artist:1", "itunes:artist:2").status == 0)
      #expect(sandbox.stopHub() == .exited(0))
      let path = "\(sandbox.home.path)/data/verdicts.jsonl"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try Data((text + "{\"relation\":\"sa\n").utf8).write(to: URL(filePath: path))
      try sandbox.startHub()
      let undo = try sandbox.musicbus("undo")
      #expect(undo.output.contains("itunes:artist:1"), "\(undo)")
      let aside = try String(contentsOfFile: "\(path).damaged", encoding: .utf8)
      #expect(aside == "{\"relation\":\"sa\n")
      let log = try String(contentsOfFile: sandbox.logPath, encoding: .utf8)
      #expect(log.contains("Moved 1 corrupt line of \(path) to \(path).damaged."))
    }

    @Test("a file of a later version is not modified, and that is reported")
    func laterVersion() throws {
      #expect(sandbox.stopHub() == .exited(0))
      let path = "\(sandbox.home.path)/data/verdicts.jsonl"
      let text = "{\"document\":\"musicbus-verdicts\",\"version\":2}\n"
      try Data(text.utf8).write(to: URL(filePath: path))
      try sandbox.startHub()
      let same = try sandbox.musicbus("same", "itunes:artist:1", "itunes:artist:2")
      #expect(same.status == 1 && same.errors.contains("version 2"), "\(same)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("records that the user separated stay separate, whichever id is queried")
    func different() throws {
      let whole = try #require(try artist("Pink Floyd"))
      let itunes = try #require(whole.ids.first { $0.namespace == "itunes" })
      let audiodb = try #require(whole.ids.first { $0.namespace == "audiodb" })
      let reply = try sandbox.musicbus("different", "\(itunes)", "\(audiodb)", "--json")
      #expect(reply.status == 0, "\(reply)")
      let parted = try #require(try artist("\(itunes)"))
      #expect(!parted.ids.contains(audiodb))
      #expect(!parted.artwork.contains { $0.url.contains("/artist/fanart") })
      try restart()
      #expect(try artist("\(itunes)")?.ids.contains(audiodb) == false)
      #expect(try sandbox.musicbus("undo").status == 0)
      #expect(try artist("\(itunes)")?.ids.contains(audiodb) == true)
    }

    @Test("a printed id finds the merged artist after a restart, without a search")
    func ids() async throws {
      let before = try #require(try artist("itunes:artist:487143"))
      try restart()
      try await sandbox.upstream.clearRequests()
      for id in before.ids {
        let after = try #require(try artist("\(id)"), "\(id)")
        #expect(after.name == "Pink Floyd")
        #expect(Set(after.ids) == Set(before.ids))
      }
      #expect(try await !sandbox.upstream.requests().contains { $0.contains("search.php") })
    }

    @Test("a biography is retained when its source fails, also after a restart")
    func failing() async throws {
      let before = try #require(try artist("Pink Floyd"))
      let biography = try #require(before.biography)
      try restart()
      try await sandbox.upstream.setFaults("500:/api/v1")
      let result = try sandbox.musicbus(
        "artist",
        "\(before.id)",
        "--json",
        "--wait",
        "9s",
        "--refresh"
      )
      #expect(try result.artists().first?.biography == biography, "\(result)")
      #expect(try result.outcome(of: "audiodb") == .stale)
      let report = try #require(try result.sources().first { $0.provider.rawValue == "audiodb" })
      #expect(report.ageMs != nil && report.error != nil)
    }

    @Test("the provenance of each value is shown on request")
    func provenance() throws {
      let plain = try sandbox.musicbus("artist", "Pink Floyd", "--json")
      #expect(!plain.output.contains("provenance"))
      let shown = try sandbox.musicbus("artist", "Pink Floyd", "--provenance", "--json")
      let artist = try #require(try shown.artists().first)
      #expect(artist.extra["provenance"]?["biography"]?["provider"] == "audiodb")
      let page = try sandbox.musicbus("artist", "Pink Floyd", "--provenance")
      #expect(page.output.contains("From: biography"), "\(page)")
    }
  }
}
