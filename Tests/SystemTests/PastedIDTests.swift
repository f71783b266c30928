import BusProtocol
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("URLs and codes in the place of ids", .timeLimit(.minutes(10)))
  struct PastedIDTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("a URL of a source names the entity")
    func url() throws {
      let found = try sandbox.musicbus("artist", "Pink Floyd", "--json").artists()
      let id = try #require(found.first?.ids.first { $0.namespace == "itunes" }?.value)
      let url = "https://music.apple.com/us/artist/pink-floyd/\(id)?l=en"
      let result = try sandbox.musicbus("artist", url, "--json")
      #expect(try result.artists().map(\.name) == ["Pink Floyd"], "\(result)")
      let wrong = try sandbox.musicbus("album", url)
      #expect(wrong.status == 64)
      #expect(wrong.errors.contains("is an artist"), "\(wrong)")
    }

    @Test("a URL of the command that starts the hub is known, too")
    func firstCommand() throws {
      let sandbox = try Sandbox(startsHub: false)
      let url = "https://www.theaudiodb.com/artist/111239-Coldplay"
      let result = try sandbox.musicbus("artist", url, "--json", "--wait", "20s")
      #expect(try result.artists().map(\.name) == ["Coldplay"], "\(result)")
      _ = try sandbox.musicbus("hub", "stop")
    }

    @Test("a bar code names an album, and an ISRC a song")
    func codes() throws {
      let path = PackageRoot.path("Plugins/Deezer/provider.json")
      _ = try sandbox.musicbus("provider", "add", path)
      _ = try sandbox.awaitProvider("deezer") { $0.state == .ready }
      let albums = try sandbox.musicbus(
        "search",
        "albums",
        "Discovery",
        "--provider",
        "deezer",
        "--json"
      )
      let album = try #require(try albums.albums().first, "\(albums)")
      let details = try sandbox.musicbus("album", "\(album.id)", "--provider", "deezer", "--json")
        .albums()
      let code = try #require(details.first?.ids.first { $0.namespace == "upc" }?.value)
      let byCode = try sandbox.musicbus("album", code, "--provider", "deezer", "--json")
      #expect(try byCode.albums().first?.title == album.title, "\(byCode)")
      let songs = try sandbox.musicbus(
        "search",
        "songs",
        "One More Time",
        "--provider",
        "deezer",
        "--json"
      )
      let song = try #require(try songs.songs().first)
      let full = try sandbox.musicbus("song", "\(song.id)", "--provider", "deezer", "--json")
        .songs()
      let isrc = try #require(full.first?.ids.first { $0.namespace == "isrc" }?.value)
      let byISRC = try sandbox.musicbus("song", isrc.lowercased(), "--provider", "deezer", "--json")
      #expect(try byISRC.songs().first?.title == song.title, "\(byISRC)")
    }

    @Test("a URL that no provider knows is an error that names those that are known")
    func unknown() throws {
      let result = try sandbox.musicbus("album", "https://other.example/album/1", "--wait", "20s")
      #expect(result.status == 1, "\(result)")
      #expect(result.errors.contains("No provider knows the URL"), "\(result)")
      for name in ["audiodb", "deezer", "itunes-search", "musicbrainz", "spotify", "wikipedia"] {
        #expect(result.errors.contains(name), "\(result)")
      }
    }
  }
}
