import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Names on the command line", .timeLimit(.minutes(10)))
  @MainActor
  struct NameTests {
    let sandbox: Sandbox

    init() throws { sandbox = try .shared() }

    @Test("an album and a song can be given as artist and title")
    func parted() throws {
      let album = try sandbox.musicbus("album", "Pink Floyd - The Wall", "--json")
      #expect(try album.albums().map(\.title) == ["The Wall"], "\(album)")
      let song = try sandbox.musicbus("song", "Coldplay - Yellow", "--json")
      #expect(try song.songs().first?.artist?.name == "Coldplay", "\(song)")
      let songs = try sandbox.musicbus("songs", "Pink Floyd - The Wall", "--json")
      #expect(try songs.songs().count >= 20, "\(songs)")
    }

    @Test("a short name in Chinese, Japanese or Korean is a real search")
    func eastAsian() throws {
      let result = try sandbox.musicbus("search", "artists", "宇多")
      #expect(!result.errors.contains("exact"), "\(result)")
    }

    @Test("several words need no quotes")
    func words() throws {
      let result = try sandbox.musicbus("artist", "pink", "floyd", "--json")
      #expect(try result.artists().map(\.name) == ["Pink Floyd"], "\(result)")
    }

    @Test("another spelling, an alias and a title without its guests find what they mean")
    func spellings() throws {
      for name in ["acdc", "AC/DC", "ac dc"] {
        // The sources of the samples find "acdc" only after the library knows it.
        _ = try sandbox.musicbus("search", "artists", "AC/DC")
        let result = try sandbox.musicbus("artist", name, "--json")
        #expect(try result.artists().map(\.name) == ["AC/DC"], "\(result)")
      }
      let alias = try sandbox.musicbus("artist", "Bangtan Boys", "--json")
      #expect(try alias.artists().first?.aliases.contains("BTS") == true, "\(alias)")
      let song = try sandbox.musicbus("song", "Macklemore & Ryan Lewis - Thrift Shop", "--json")
      #expect(try song.songs().map(\.title) == ["Thrift Shop (feat. Wanz)"], "\(song)")
    }

    @Test("a typo is answered with what the library knows", arguments: ["artists", "all"])
    func typo(_ kind: String) throws {
      _ = try sandbox.musicbus("search", "artists", "Fleetwood Mac")
      let search = try sandbox.musicbus("search", kind, "Fletwood Mac")
      #expect(search.output.isEmpty)
      #expect(search.errors.contains("Did you mean Fleetwood Mac?"), "\(search)")
      let artist = try sandbox.musicbus("artist", "Fletwood Mac")
      #expect(artist.errors.contains("No artist matches \"Fletwood Mac\". Nearest:\n"))
      #expect(artist.errors.contains("\n  Fleetwood Mac "), "\(artist)")
    }

    @Test("several songs with one name are listed with their differences")
    func ambiguous() throws {
      let result = try sandbox.musicbus("song", "Money", "--provider", "itunes-search")
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("The Dark Side o"), "\(result)")
      #expect(result.errors.contains("itunes:song:"))
      let json = try sandbox.musicbus("song", "Money", "--json")
      #expect(json.status == 1 && json.output.isEmpty)
      let line = try #require(json.errors.split(separator: "\n").last)
      let value = try JSONCodec.decode(JSONValue.self, from: Array(line.utf8))
      #expect((value["candidates"]?.elements ?? []).count > 1, "\(json)")
    }

    @Test("a preview is played by a program that is installed, without configuration")
    func installedPlayer() throws {
      let programs = try TestDirectory()
      let player = "\(programs.path)/mpv"
      try "#!/bin/sh\nfor last; do :; done\nwc -c < \"$last\"\n".write(
        toFile: player,
        atomically: true,
        encoding: .utf8
      )
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: player)
      let songs = try sandbox.musicbus("songs", "Pink Floyd - The Wall", "--json").songs()
      let song = try #require(songs.first { $0.previewURL != nil })
      let path = "\(programs.path):/usr/bin:/bin"
      let played = try sandbox.musicbus(
        "preview",
        "\(song.id)",
        "--play",
        adding: ["PATH": path]
      )
      #expect(Int(played.output.split(separator: "\n").first ?? "") ?? 0 > 1000, "\(played)")
    }

    @Test("an id of another kind is a usage error", arguments: ["itunes:album:1", "itunes:song:1"])
    func otherKind(_ id: String) throws {
      let result = try sandbox.musicbus("albums", id)
      #expect(result.status == 64)
      #expect(result.errors.contains("needs an artist"))
    }

    @Test("a match is shown even if no source has details")
    func found() async throws {
      let sandbox = try Sandbox()
      try await sandbox.upstream.setFaults("500:/api/v1/json/123/artist", "500:/lookup")
      let result = try sandbox.musicbus("artist", "Pink Floyd", "--json")
      #expect(result.status == 0, "\(result)")
      let artist = try #require(try result.artists().first)
      #expect(artist.biography?.isEmpty == false)
      #expect(try result.outcome(of: "audiodb") == .failed)
    }

    @Test("an empty result says whether there were any entities before the filter")
    func emptied() throws {
      let none = try sandbox.musicbus("albums", "Pink Floyd", "--title", "no such title")
      #expect(none.status == 0)
      #expect(none.output.isEmpty)
      #expect(none.errors.contains("albums matches the filters."), "\(none)")
    }

    @Test("the format for scripts has one line of values for each album")
    func plain() throws {
      let albums = try sandbox.musicbus("albums", "Pink Floyd", "--plain", "--limit", "3")
      let cells = albums.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
      #expect(cells.count == 4)
      #expect(Set(cells.map(\.count)).count == 1)
      #expect(albums.errors.contains("next: --offset 3"), "\(albums)")
    }

    @Test("a preview is played by the configured program")
    func play() throws {
      let sandbox = try Sandbox()
      let songs = try sandbox.musicbus("songs", "Pink Floyd - The Wall", "--json").songs()
      let song = try #require(songs.first { $0.previewURL != nil })
      let none = try sandbox.musicbus(
        "preview",
        "\(song.id)",
        "--play",
        adding: ["PATH": "/nonexistent"]
      )
      #expect(none.status == 1)
      #expect(none.errors.contains("Install mpv"), "\(none)")
      #expect(none.errors.contains("config set client.player"))
      _ = try sandbox.musicbus("config", "set", "client.player", "wc -c")
      let played = try sandbox.musicbus("preview", "\(song.id)", "--play")
      #expect(played.status == 0, "\(played)")
      let length = try #require(played.output.split(separator: " ").first.flatMap { Int($0) })
      #expect(length > 1000)
    }
  }
}
