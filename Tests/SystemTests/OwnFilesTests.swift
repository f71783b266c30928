import BusProtocol
import Foundation
import Glibc
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

    @Test("are named right in the encodings of Windows, also by the program that is shipped")
    func encodings() throws {
      try write("made.flac", ("ALBUM", "Mine"))
      // The names of files are bytes; Foundation knows only those in UTF-8.
      let script = """
        import os, sys
        folder = os.fsencode(sys.argv[1]) + b"/" + "Beyoncé".encode("cp1252")
        os.mkdir(folder)
        os.rename(sys.argv[1] + "/made.flac", folder + b"/" + "Don’t hurt yourself".encode("cp1252") + b".flac")
        open(folder + b"/" + "Don’t hurt yourself".encode("cp1252") + b".lrc", "wb").write(
            "[00:01.00]Café – don’t".encode("cp1252"))
        """
      try Program.python.succeed(["-c", script, music.path])
      try configure()
      let found = try sandbox.musicbus("search", "songs", "Don’t hurt yourself", "--json")
      let line = try #require(found.output.split(separator: "\n").first, "\(found)")
      let value = try JSONValue(Array(line.utf8), .wire)
      #expect(value["title"] == "Don’t hurt yourself", "\(found)")
      let lyrics = try sandbox.musicbus("lyrics", try #require(value["id"]?.text))
      #expect(lyrics.output.contains("Café – don’t"), "\(lyrics)")
    }

    @Test("are listed without naming an artist, and songs by naming one")
    func listed() throws {
      for (artist, album) in [("Ann Nobody", "Mine"), ("Bob Nobody", "Also mine")] {
        try write(
          "\(artist)/1.flac",
          ("TITLE", "A song of \(artist)"),
          ("ARTIST", artist),
          ("ALBUM", album)
        )
      }
      try configure()
      try awaitSongs(2)
      let albums = try lines("albums", "--owned").compactMap { $0["title"]?.text }
      #expect(albums == ["Also mine", "Mine"])
      let songs = try lines("songs", "Ann Nobody").compactMap { $0["title"]?.text }
      #expect(songs == ["A song of Ann Nobody"])
      for arguments in [["albums"], ["albums", "--not-owned"]] {
        let refused = try RunResult.of("musicbus", arguments, environment: sandbox.environment)
        #expect(refused.status == 64 && refused.errors.contains("--owned"), "\(refused)")
      }
    }

    @Test("are found by the paths of a playlist that is imported, whatever names it has")
    func playlist() throws {
      try write("Zoo/7.flac", ("TITLE", "Quiet Rooms"), ("ARTIST", "Ann Nobody"))
      try configure()
      try awaitSongs(1)
      let list = "\(music.path)/Zoo/list.m3u8"
      try "#EXTM3U\n#EXTINF:1,Somebody - Else\n../Zoo/7.flac\n"
        .write(toFile: list, atomically: true, encoding: .utf8)
      let imported = try sandbox.musicbus("favorites", "import", list)
      #expect(imported.status == 0, "\(imported)")
      let favorites = try sandbox.musicbus("favorites", "--json")
      #expect(favorites.output.contains("\"title\":\"Quiet Rooms\""), "\(favorites)")
      #expect(!favorites.output.contains("Else"), "\(favorites)")
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

    private func lines(_ arguments: String...) throws -> [JSONValue] {
      let result = try RunResult.of(
        "musicbus",
        Sandbox.patient(arguments + ["--json"]),
        environment: sandbox.environment
      )
      #expect(result.status == 0, "\(result)")
      return try result.output.split(separator: "\n").map {
        try JSONValue(Array($0.utf8), .wire)
      }
    }

    private func ids(_ value: JSONValue) -> Set<String> {
      Set((value["ids"]?.elements ?? []).compactMap(\.text) + [value["id"]?.text ?? ""])
    }

    @Test("are left out of what is missing, whichever source's id the tags of 300 files have")
    func missing() throws {
      let all = try lines("albums", "Pink Floyd", "--limit", "200")
      let keys = [
        ("mbid:release-group:", "MUSICBRAINZ_RELEASEGROUPID"), ("itunes:album:", "ITUNESALBUMID"),
        ("deezer:album:", "DEEZER_ALBUM_ID"), ("spotify:album:", "SPOTIFY_ALBUM_ID"),
        ("none", "NONE"),
      ]
      var files = 0
      var kinds: Set<String> = []
      let owned = all.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      for (index, album) in owned.enumerated() {
        // Not all sources have all albums; every fifth one is known by its title only.
        let key = keys[index % keys.count]
        let id = ids(album).first { $0.hasPrefix(key.0) }
        if id != nil { kinds.insert(key.0) }
        let title = try #require(album["title"]?.text) + (index % 3 == 1 ? " (Remastered)" : "")
        let count = 300 / owned.count + (index < 300 % owned.count ? 1 : 0)
        for track in 1...count {
          try write(
            "Pink Floyd/\(index)/\(track).flac",
            ("TITLE", "Track \(track)"),
            ("ARTIST", "Pink Floyd"),
            ("ALBUM", title),
            ("ALBUMARTIST", "Pink Floyd"),
            ("TRACKNUMBER", "\(track)"),
            ("DATE", album["releaseDate"]?.text ?? ""),
            ("RELEASETYPE", album["albumKind"]?.text ?? ""),
            (key.1, id.map { String($0.dropFirst(key.0.count)) } ?? "")
          )
          files += 1
        }
      }
      #expect(files == 300 && kinds.count >= 3, "\(kinds)")
      try configure()
      try awaitSongs(300)
      let missing = Set(try lines("missing", "Pink Floyd").compactMap { $0["id"]?.text })
      let expected = all.filter { one in !owned.contains { $0["id"] == one["id"] } }
      #expect(missing == Set(expected.compactMap { $0["id"]?.text }))
      #expect(!missing.isEmpty)
    }

    /// Waits until the scan has read so many songs.
    private func awaitSongs(_ count: Int) throws {
      try awaitCondition("\(count) songs") {
        try lines("collection").first?["songs"]?.integer == count
      }
    }

    @Test("give the artists of whom albums are missing, and say who was not checked")
    func missingOfAll() throws {
      for artist in ["Pink Floyd", "Nobody At All"] {
        try write(
          "\(artist)/Animals/01.flac",
          ("TITLE", "Dogs"),
          ("ARTIST", artist),
          ("ALBUM", "Animals"),
          ("TRACKNUMBER", "1/5")
        )
      }
      try configure()
      try awaitSongs(2)
      let offline = try sandbox.musicbus("missing", "--offline", "--json")
      #expect(offline.status == 75 && offline.output.isEmpty, "\(offline)")
      #expect(offline.errors.contains("Not checked: 2 of 2 artists"), "\(offline)")
      let first = try sandbox.musicbus("missing", "--plain", "--wait", "60s", "--timeout", "60s")
      #expect(first.output.contains("The Wall\tPink Floyd\t1979"), "\(first)")
      #expect(!first.output.contains("Animals\tPink Floyd"), "\(first)")
      // The list is known now, so that no source is called.
      let second = try sandbox.musicbus("missing", "--offline", "--json")
      #expect(second.output.contains("\"title\":\"The Wall\""), "\(second)")
      #expect(!second.output.contains("\"title\":\"Animals\""), "\(second)")
      let both = try sandbox.musicbus("missing", "Pink Floyd", "--favorites")
      #expect(both.status == 64 && both.errors.contains("--favorites"), "\(both)")
      _ = try sandbox.musicbus("favorites", "add", "Pink Floyd", "--of", "artist")
      let ofFavorites = try lines("missing", "--favorites", "--kind", "live")
      #expect(ofFavorites.allSatisfy { $0["albumKind"]?.text == "live" })
      let report = try sandbox.musicbus("collection")
      #expect(report.output.contains("Pink Floyd - Animals, 1 of 5"), "\(report)")
    }

    @Test("need a folder for what is missing, and for the collection")
    func noFolders() throws {
      for command in [["missing"], ["collection"], ["albums", "--owned"]] {
        let result = try RunResult.of("musicbus", command, environment: sandbox.environment)
        #expect(result.status == 1, "\(result)")
        #expect(result.errors.contains("config set providers.files.folders"), "\(result)")
      }
    }

    @Test("are marked as not available if their disk is away")
    func unavailable() throws {
      try write(
        "disk/Animals/1.flac",
        ("TITLE", "Dogs"),
        ("ARTIST", "Pink Floyd"),
        ("ALBUM", "Animals")
      )
      try configure()
      try awaitSongs(1)
      try FileManager.default.moveItem(atPath: music.path, toPath: music.path + ".away")
      defer {
        try? FileManager.default.moveItem(atPath: music.path + ".away", toPath: music.path)
      }
      try awaitCondition("the end of the disk") {
        try lines("collection").first?["unavailable"]?.integer == 1
      }
      try awaitCondition("the mark") {
        try lines("albums", "Pink Floyd", "--owned").first?["unavailable"] == true
      }
      let detail = try sandbox.musicbus("album", "Pink Floyd - Animals")
      #expect(detail.output.contains("Not available"), "\(detail)")
    }

    @Test("are all found although the provider is killed while it reads them")
    func killed() throws {
      for number in 0..<1500 {
        try write(
          "\(number / 10)/\(number).flac",
          ("TITLE", "Song \(number)"),
          ("ARTIST", "Ann"),
          ("ALBUM", "Album \(number / 10)")
        )
      }
      try configure()
      for _ in 0..<2 {
        let status = try sandbox.awaitProvider("files") { $0.state == .ready }
        if let pid = status.pid { kill(Int32(pid), SIGKILL) }
        _ = try sandbox.awaitProvider("files") { $0.state == .ready && $0.pid != status.pid }
      }
      try awaitSongs(1500)
      #expect(try lines("collection").first?["albums"]?.integer == 150)
    }
  }
}
