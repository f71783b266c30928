import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("musicbus watch releases", .timeLimit(.minutes(10)))
  struct WatchReleasesTests {
    let sandbox: Sandbox
    private let told: String

    init() throws {
      sandbox = try Sandbox(startsHub: false)
      told = "\(sandbox.home.path)/told"
    }

    /// Lets the hub know a new album at its next start.
    private func add(_ id: String, _ title: String, ids: [String] = []) throws {
      let all = ([id] + ids).map { "\"\($0)\"" }.joined(separator: ", ")
      let script = """
        import json, sqlite3, sys, time
        album = {"kind": "album", "id": "\(id)", "ids": [\(all)], "title": "\(title)",
                 "artist": {"name": "Pink Floyd"}, "releaseDate": "2026-11-20",
                 "links": {"deezer": "https://www.deezer.com/album/1?x=1"}}
        release = {"album": album, "artist": sys.argv[2], "foundMs": int(time.time() * 1000), "isSeen": False}
        state = sqlite3.connect(sys.argv[1])
        state.execute("INSERT INTO state (kind, name, contents) VALUES ('release', ?, ?)",
                      (album["id"], json.dumps(release).encode()))
        state.commit()
        """
      var launch = Launch(
        Program.python.path,
        ["-c", script, "\(sandbox.home.path)/data/state.sqlite", try favorite()],
        environment: .ofTests
      )
      launch.workingDirectory = sandbox.home.path
      let result = try RunResult.of(launch)
      try #require(result.status == 0, "\(result)")
    }

    /// The id of the favourite artist, whose releases the hub keeps.
    private func favorite() throws -> String {
      let text = try String(
        contentsOfFile: "\(sandbox.home.path)/favorites/Favorites.jsonl",
        encoding: .utf8
      )
      let range = try #require(text.firstMatch(of: /"fav":"([^"]+)"/))
      return String(range.output.1)
    }

    private func lines() -> [String] {
      let text = (try? String(contentsOfFile: told, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init)
    }

    private func watch(_ command: String) throws -> RunningCommand {
      try RunningCommand(["watch", "releases", "--exec", command], sandbox.environment)
    }

    @Test("tells each album once, also after restarts, and what failed again")
    func once() throws {
      let added = try sandbox.musicbus("favorites", "add", "Pink Floyd", "--timeout", "60")
      try #require(added.status == 0, "\(added)")
      #expect(try sandbox.musicbus("hub", "stop").status == 0)
      try add("deezer:album:1", "Known")
      let first = try watch("cat >> \(told)")
      try first.awaitText("1 album is listed already")
      let second = try sandbox.musicbus("watch", "releases", "--exec", "cat >> \(told)")
      #expect(second.status == 1 && second.errors.contains("running already"), "\(second)")
      #expect(first.interrupt() == .killed(signal: SIGINT))
      #expect(lines().isEmpty)

      #expect(try sandbox.musicbus("hub", "stop").status == 0)
      try add("deezer:album:2", "New")
      let next = try watch("cat >> \(told)")
      try next.awaitText("Pink Floyd – New")
      #expect(next.interrupt() == .killed(signal: SIGINT))
      #expect(lines().count == 1 && lines()[0].contains("\"title\":\"New\""), "\(lines())")

      // It is the same album under another main id.
      #expect(try sandbox.musicbus("hub", "stop").status == 0)
      try add("itunes:album:3", "New", ids: ["deezer:album:2"])
      try add("deezer:album:4", "Newer")
      let later = try watch("cat >> \(told)")
      try later.awaitText("Pink Floyd – Newer")
      #expect(later.interrupt() == .killed(signal: SIGINT))
      #expect(lines().count == 2, "\(lines())")

      // Another command is another target; what it could not be told is told at the next start.
      let other = try watch("exit 3")
      try other.awaitText("are listed already")
      #expect(other.interrupt() == .killed(signal: SIGINT))
      #expect(try sandbox.musicbus("hub", "stop").status == 0)
      try add("deezer:album:5", "Newest")
      for _ in 1...2 {
        let failing = try watch("exit 3")
        try failing.awaitText("Could not tell of Pink Floyd – Newest: the command failed")
        #expect(failing.interrupt() == .killed(signal: SIGINT))
      }
    }

    @Test("tells an album again if it was interrupted before the command had ended")
    func interrupted() throws {
      let added = try sandbox.musicbus("favorites", "add", "Pink Floyd", "--timeout", "60")
      try #require(added.status == 0, "\(added)")
      #expect(try sandbox.musicbus("hub", "stop").status == 0)
      let command = "echo begun; sleep 300"
      try add("deezer:album:1", "Known")
      let first = try watch(command)
      try first.awaitText("1 album is listed already")
      #expect(first.interrupt() == .killed(signal: SIGINT))
      #expect(try sandbox.musicbus("hub", "stop").status == 0)
      try add("deezer:album:2", "New")
      for _ in 1...2 {
        let next = try watch(command)
        try next.awaitText("begun")
        #expect(next.interrupt() == .killed(signal: SIGINT))
      }
    }

    @Test("needs either a command or an address")
    func targets() throws {
      for words in [[], ["--exec", "true", "--post", "https://localhost"], ["--post", "ftp://x"]] {
        let result = try RunResult.of(
          "musicbus",
          ["watch", "releases"] + words,
          environment: sandbox.environment
        )
        #expect(result.status == 64, "\(result)")
      }
    }

    @Test("an album that is not at MusicBrainz is listed with the address of Harmony")
    func harmony() throws {
      let added = try sandbox.musicbus("favorites", "add", "Pink Floyd", "--timeout", "60")
      try #require(added.status == 0, "\(added)")
      #expect(try sandbox.musicbus("hub", "stop").status == 0)
      try add("deezer:album:1", "New", ids: ["upc:album:0602537479870"])
      try add(
        "deezer:album:2",
        "Linked",
        ids: ["mbid:release-group:5c014631-875c-3f3d-89b7-f4c9ab0a1c5c"]
      )
      let result = try sandbox.musicbus("new", "--not-at", "musicbrainz", "--plain")
      let rows = result.lines.dropFirst().map { $0.split(separator: "\t").map(String.init) }
      #expect(rows.map { $0[2] } == ["New"], "\(result)")
      #expect(
        rows.first?[3] == "https://harmony.pulsewidth.org.uk/release?gtin=0602537479870"
          + "&url=https%3A%2F%2Fwww.deezer.com%2Falbum%2F1%3Fx%3D1",
        "\(result)"
      )
    }
  }
}
