import BusProtocol
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Searching on the command line", .timeLimit(.minutes(10)))
  @MainActor
  struct SearchTests {
    let sandbox: Sandbox

    init() throws { sandbox = try .shared() }

    @Test("finds an artist of several sources once, with all ids")
    func merged() throws {
      let result = try sandbox.musicbus("search", "artists", "Pink Floyd", "--json")
      #expect(result.status == 0, "\(result)")
      let first = try #require(try result.artists().first)
      #expect(first.name == "Pink Floyd")
      #expect(Set(first.ids.map(\.namespace)).isSuperset(of: ["itunes", "audiodb", "mbid"]))
      #expect(first.id.namespace == "mbid")
      #expect(try result.artists().filter { $0.name == "Pink Floyd" }.count == 1)
      #expect(try result.outcome(of: "audiodb") == .ok)
      #expect(try result.outcome(of: "itunes-search") == .ok)
    }

    @Test("separates two artists with the same name")
    func namesakes() throws {
      let result = try sandbox.musicbus("search", "artists", "Slayer", "--json")
      let namesakes = try result.artists().filter { $0.name == "Slayer" }
      #expect(namesakes.count >= 2, "\(result)")
      for artist in namesakes {
        #expect(artist.ids.count { $0.namespace == "itunes" && $0.type == "artist" } <= 1)
      }
    }

    @Test("matches a very short text as an exact name, with a note")
    func short() throws {
      let result = try sandbox.musicbus("search", "artists", "U2", "--json")
      #expect(try result.artists().map(\.name) == ["U2"])
      #expect(result.errors.contains("exact"))
    }

    @Test("rejects an empty text as a usage error")
    func empty() throws {
      let result = try sandbox.musicbus("search", "artists", "  ")
      #expect(result.status == 64)
      #expect(result.output.isEmpty)
    }

    @Test("finds albums and songs with the details of the store")
    func albumsAndSongs() throws {
      let albums = try sandbox.musicbus("search", "albums", "The Dark Side of the Moon", "--json")
      let album = try #require(try albums.albums().first)
      #expect(album.title.hasPrefix("The Dark Side of the Moon"))
      #expect(album.artist?.name == "Pink Floyd")
      #expect(album.releaseDate?.year == 1973)
      let songs = try sandbox.musicbus("search", "songs", "Money", "--json")
      #expect(try songs.songs().contains { $0.previewURL != nil && $0.durationMs != nil })
    }

    @Test("shows a page of a long list, and the next one neither repeats nor skips")
    func pages() throws {
      let all = try sandbox.musicbus("search", "songs", "love", "--limit", "20", "--json").songs()
      try #require(all.count >= 4, "the sample sources need more songs of love")
      let half = all.count / 2
      let first = try sandbox.musicbus("search", "songs", "love", "--limit", "\(half)", "--json")
      let second = try sandbox.musicbus(
        "search",
        "songs",
        "love",
        "--limit",
        "\(all.count - half)",
        "--offset",
        "\(half)",
        "--json"
      )
      #expect(try (first.songs() + second.songs()).map(\.id) == all.map(\.id))
    }

    @Test("can be limited to one provider")
    func oneProvider() throws {
      let result = try sandbox.musicbus(
        "search",
        "artists",
        "Pink Floyd",
        "--provider",
        "audiodb",
        "--json"
      )
      #expect(try result.sources().map(\.provider.rawValue) == ["audiodb"])
      let unknown = try sandbox.musicbus("search", "artists", "Pink Floyd", "--provider", "napster")
      #expect(unknown.status == 64)
      #expect(unknown.errors.contains("audiodb"))
    }
  }
}
