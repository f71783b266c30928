import BusProtocol
import FavoritesModel
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite(
    "Favourites and a wrong id",
    .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
    .timeLimit(.minutes(10))
  )
  struct FavoritesEvidenceTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox(startsHub: false) }

    private func favorites(_ arguments: String...) throws -> RunResult {
      try RunResult.of("musicbus", ["favorites"] + arguments, environment: sandbox.environment)
    }

    private func ids(of name: String) throws -> [EntityID] {
      let shown = try sandbox.musicbus("artist", name, "--json", "--wait", "9s")
      return try #require(try shown.artists().first, "\(shown)").ids
    }

    /// Installs a provider that replies to every call with these records.
    private func addProvider(_ id: String, _ records: [[String: Any]]) throws {
      let directory = "\(sandbox.home.path)/providers/\(id)"
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try ExecutableText.write(FavoritesEvidenceTests.provider, to: "\(directory)/run")
      try JSONSerialization.data(withJSONObject: records)
        .write(to: URL(filePath: "\(directory)/records.json"))
      let manifest: [String: Any] = [
        "id": id, "executable": "./run",
        "methods": ["artists.search", "artist.get", "albums.search", "album.get", "songs.search"],
      ]
      try JSONSerialization.data(withJSONObject: manifest)
        .write(to: URL(filePath: "\(directory)/provider.json"))
    }

    @Test("are changed neither by a search nor by details, and stay two")
    func wrongID() throws {
      try sandbox.startHub()
      for name in ["Queen", "Radiohead"] {
        #expect(try favorites("add", name, "--wait", "9s", "--of", "artist").status == 0)
      }
      let before = try favorites("--all", "--json").artists()
      let foreign = try #require(try ids(of: "Radiohead").first { $0.namespace == "itunes" })
      #expect(sandbox.stopHub() == .exited(0))
      try addProvider(
        "stray",
        [
          [
            "kind": "artist", "id": "stray:artist:1", "name": "Queen",
            "ids": ["stray:artist:1", "\(foreign)"], "genres": ["Polka"],
          ]
        ]
      )
      try sandbox.startHub()
      for _ in 0..<2 {
        for arguments in [
          ["search", "artists", "queen"], ["artist", "QUEEN"], ["artist", "\(foreign)"],
        ] {
          let result = try RunResult.of(
            "musicbus",
            arguments + ["--wait", "9s", "--json"],
            environment: sandbox.environment
          )
          #expect(result.status == 0, "\(result)")
        }
        let shown = try sandbox.musicbus("artist", "\(foreign)", "--json", "--wait", "9s").artists()
        #expect(
          shown.map(\.name) == ["Radiohead"] && shown.first?.genres.contains("Polka") == false
        )
        let after = try favorites("--all", "--json").artists()
        #expect(after.map(\.name) == before.map(\.name))
        #expect(after.allSatisfy { one in before.contains { Set($0.ids).isSubset(of: one.ids) } })
        #expect(after.count { $0.ids.contains(foreign) } == 1)
        let check = try favorites("check")
        #expect(check.status == 0, "\(check)")
        #expect(sandbox.stopHub() == .exited(0))
        try sandbox.startHub()
      }
    }

    @Test("that were merged in the past are reported, and separated by a verdict")
    func merged() throws {
      let path = "\(sandbox.home.path)/favorites/Favorites.jsonl"
      let ids = ["itunes:artist:3296287", "itunes:artist:471744"].compactMap { EntityID($0) }
      var both = Artist(id: ids[0], name: "Coldplay")
      both.ids = ids
      let content = try #require(FavoriteContent(.artist(both)))
      var random = SeededRandom(1)
      var document = FavoritesDocument()
      for (id, name) in zip(ids, ["Queen", "Coldplay"]) {
        let now = Timestamp(microseconds: 1_700_000_000_000_000)
        _ = document.add([.artist(Artist(id: id, name: name))], now: now, using: &random)
      }
      let wrong = document.records.map { record in
        FavoriteLine(
          record.fav,
          at: Timestamp(microseconds: 1_700_000_100_000_000),
          .refresh(content)
        )
      }
      document.merge(wrong)
      #expect(document.count == 1)
      try FileManager.default.createDirectory(
        atPath: "\(sandbox.home.path)/favorites",
        withIntermediateDirectories: true
      )
      try Data(document.compacted()).write(to: URL(filePath: path))
      try sandbox.startHub()
      let check = try favorites("check")
      #expect(check.status == 1, "\(check)")
      #expect(check.output.contains("may combine two favourites"), "\(check)")
      #expect(check.output.contains("musicbus different \(ids[0]) \(ids[1])"), "\(check)")
      #expect(try sandbox.musicbus("different", "\(ids[0])", "\(ids[1])").status == 0)
      let shown = try favorites("--json").artists()
      #expect(Set(shown.map(\.ids)) == [[ids[0]], [ids[1]]], "\(shown)")
      #expect(try favorites("check").status == 0)
    }

    /// Replies to all calls with the records in a file beside it.
    private static let provider = """
      #!/usr/bin/env python3
      import json, os, sys, threading, zmq
      start = json.loads(sys.stdin.readline())
      threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
      here = os.path.dirname(os.path.abspath(__file__))
      records = json.load(open(here + "/records.json"))
      id = os.path.basename(here)
      methods = ["artists.search", "artist.get", "albums.search", "album.get", "songs.search"]
      socket = zmq.Context().socket(zmq.DEALER)
      socket.connect(start["endpoint"])
      session = {}
      def send(header, body):
          socket.send_multipart([b"MB1", json.dumps({**header, **session}).encode(), json.dumps(body).encode()])
      send({"type": "hello", "id": "h"}, {
          "versions": {"min": "1.0", "max": "1.0"}, "token": start["token"],
          "peer": {"name": id, "version": "1"},
          "descriptor": {
              "id": id, "name": id, "version": "1", "level": "full", "inflight": 8,
              "methods": {name: {"cost": {}, "freshMs": 0} for name in methods},
              "namespaces": ["stray:artist", "stray:album", "stray:song", "itunes:artist",
                             "itunes:album", "itunes:song", "mbid:artist"],
              "budgets": {}, "hosts": [], "attribution": {"text": "test"}, "samples": []}})
      ended = 0
      while True:
          frames = socket.recv_multipart()
          header = json.loads(frames[1])
          kind = header["type"]
          if kind == "welcome":
              session["sid"] = header["sid"]
          elif kind == "ping":
              send({"type": "pong", "re": header["id"]}, {"inflight": 0, "oldestMs": 0, "ended": ended})
          elif kind == "call":
              ended += 1
              wanted = header["method"].split(".")[0].rstrip("s")
              send({"type": "done", "re": header["id"]},
                   {"parts": 0, "items": [it for it in records if it["kind"] == wanted]})
          elif kind in ("bye", "reject"):
              os._exit(0)
      """
  }
}
