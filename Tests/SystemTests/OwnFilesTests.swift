import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("The user's own files", .timeLimit(.minutes(10)))
  struct OwnFilesTests {
    let sandbox: Sandbox
    let music: TestDirectory

    init() throws {
      sandbox = try Sandbox()
      music = try TestDirectory()
    }

    private func write(_ path: String, _ tags: (String, String)...) throws {
      let url = URL(filePath: "\(music.path)/\(path)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(SilentMusic(tags, seed: path).bytes).write(to: url)
    }

    /// Configures the folder, and waits for the provider.
    private func configure() throws {
      _ = try sandbox.awaitProvider("files") { $0.state == .unconfigured }
      let set = try sandbox.musicbus("config", "set", "providers.files.folders", music.path)
      #expect(set.status == 0, "\(set)")
      let reload = try sandbox.musicbus("provider", "reload", "files")
      #expect(reload.status == 0, "\(reload)")
      _ = try sandbox.awaitProvider("files") { $0.state == .ready }
    }

    @Test("are marked, on \"Your files\", and select what is listed")
    func owned() throws {
      try write(
        "Pink Floyd/Animals/01.flac",
        ("TITLE", "Dogs"),
        ("ARTIST", "Pink Floyd"),
        ("ALBUM", "Animals"),
        ("ALBUMARTIST", "Pink Floyd"),
        ("DATE", "1977")
      )
      try configure()
      let albums = try sandbox.musicbus("albums", "Pink Floyd", "--owned", "--json")
      #expect(albums.status == 0, "\(albums)")
      #expect(albums.output.split(separator: "\n").count == 1, "\(albums)")
      #expect(
        albums.output.contains("\"title\":\"Animals\"") && albums.output.contains("\"owned\":true")
      )
      #expect(!albums.output.contains(music.path))
      let others = try sandbox.musicbus("albums", "Pink Floyd", "--not-owned", "--json")
      #expect(others.status == 0 && !others.output.contains("\"owned\":true"), "\(others)")
      let both = try sandbox.musicbus("albums", "Pink Floyd", "--owned", "--not-owned")
      #expect(both.status == 64 && both.errors.contains("--not-owned"), "\(both)")
      let detail = try sandbox.musicbus("album", "Pink Floyd - Animals")
      #expect(detail.output.contains("Your files"), "\(detail)")
    }

    @Test("play, and show their path in details only")
    func details() throws {
      try write(
        "a b/1.flac",
        ("TITLE", "A song of mine"),
        ("ARTIST", "Nobody else"),
        ("ALBUM", "Mine")
      )
      try configure()
      let list = try sandbox.musicbus("search", "songs", "A song of mine", "--json")
      let song = try #require(list.output.split(separator: "\n").first)
      let value = try JSONValue(Array(song.utf8), .wire)
      let id = try #require(value["id"]?.text)
      #expect(value["owned"] == true && value["file"] == nil)
      let detail = try sandbox.musicbus("song", id)
      #expect(detail.output.contains("file://\(music.path)/a%20b/1.flac"), "\(detail)")
      let preview = try sandbox.musicbus("preview", id, "--output", "\(music.path)/copy.bin")
      let bytes = try Data(contentsOf: URL(filePath: "\(music.path)/a b/1.flac"))
      #expect(try Data(contentsOf: URL(filePath: "\(music.path)/copy.bin")) == bytes, "\(preview)")
      let added = try sandbox.musicbus("favorites", "add", id)
      #expect(added.status == 0, "\(added)")
      let exported = try sandbox.musicbus("favorites", "export")
      #expect(exported.output.contains("A song of mine"), "\(exported)")
      #expect(
        !exported.output.contains(music.path) && !exported.output.contains("\"owned\""),
        "\(exported)"
      )
    }

    @Test("keep their ids in the state directory when the hub starts again")
    func restart() throws {
      try write("1.flac", ("TITLE", "A song of mine"), ("ARTIST", "Nobody else"))
      try configure()
      func id() throws -> String? {
        let list = try sandbox.musicbus(
          "search",
          "songs",
          "A song of mine",
          "--json",
          "--wait",
          "15s"
        )
        return try list.output.split(separator: "\n").first.flatMap {
          try JSONValue(Array($0.utf8), .wire)["id"]?.text
        }
      }
      let first = try id()
      #expect(first?.hasPrefix("files:song:") == true)
      try write("1.flac", ("TITLE", "A song of mine"), ("ARTIST", "Nobody else"), ("COMMENT", "x"))
      #expect(try sandbox.musicbus("hub", "restart").status == 0)
      #expect(try id() == first)
    }
  }
}
