import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite("Details on the command line", .timeLimit(.minutes(10)))
  @MainActor
  struct DetailTests {
    let sandbox: Sandbox

    init() throws { sandbox = try .shared() }

    @Test("an artist is shown with biography, years and genre, by name and by any id")
    func artist() throws {
      let byName = try sandbox.musicbus("artist", "Pink Floyd", "--json")
      #expect(byName.status == 0, "\(byName)")
      let artist = try #require(try byName.artists().first)
      #expect(artist.biography?.isEmpty == false)
      #expect(artist.formedYear == 1965)
      #expect(!artist.genres.isEmpty)
      for id in artist.ids where ["mbid", "itunes", "audiodb"].contains(id.namespace) {
        let byID = try sandbox.musicbus("artist", "\(id)", "--json")
        #expect(byID.status == 0, "\(byID)")
        #expect(try byID.artists().first?.name == "Pink Floyd")
      }
    }

    @Test("an id that only one source knows is linked to the others by name")
    func resolution() throws {
      let result = try sandbox.musicbus("artist", "itunes:artist:487143", "--json")
      let artist = try #require(try result.artists().first, "\(result)")
      #expect(artist.ids.contains { $0.namespace == "audiodb" })
      #expect(artist.biography != nil)
    }

    @Test("missing data is stated in the text, and absent in JSON")
    func missing() throws {
      let result = try sandbox.musicbus("artist", Missing.artist)
      #expect(result.output.contains("No biography available."), "\(result)")
      #expect(result.output.contains("unknown"))
      let json = try sandbox.musicbus("artist", Missing.artist, "--json")
      let line = try #require(json.lines.first)
      for word in ["biography", "formedYear", "\"\"", ":0,", "null"] {
        #expect(!line.contains(word), "\(line)")
      }
    }

    @Test("the services that have an entity are listed, and its page is shared")
    func links() throws {
      let name = "Pink Floyd - The Dark Side of the Moon"
      let page = try sandbox.musicbus("album", name)
      #expect(page.output.contains("Apple Music, Deezer, Spotify, MusicBrainz"), "\(page)")
      let links = try sandbox.musicbus("links", name, "--plain")
      #expect(links.status == 0, "\(links)")
      #expect(links.lines.contains { $0.hasPrefix("MusicBrainz\thttps://musicbrainz.org/release") })
      let shared = try sandbox.musicbus("share", name, "--service", "deezer")
      #expect(shared.lines.first == "The Dark Side of the Moon by Pink Floyd (1973)", "\(shared)")
      #expect(shared.lines.last?.hasPrefix("https://www.deezer.com/album/") == true)
      #expect(try sandbox.musicbus("share", name, "--service", "nowhere").status == 1)
    }

    @Test("several artists with one name are listed with their ids")
    func ambiguous() throws {
      let result = try sandbox.musicbus("artist", "Slayer")
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("artists match"))
      #expect(result.errors.contains("mbid:artist:bdacc37b-8633-4bf8-9dd5-4662ee651aec"))
      #expect(result.errors.contains("mbid:artist:645714a3-4f05-4282-a308-16ad6056ba58"))
    }

    @Test("an unknown entity is an error with a message")
    func unknown() throws {
      let result = try sandbox.musicbus("artist", "itunes:artist:999999999")
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(result.errors.hasPrefix("musicbus: "))
      let name = try sandbox.musicbus("artist", "No Artist Has This Name")
      #expect(name.status == 1)
    }

    @Test("the biography is shown in the requested language")
    func language() throws {
      let german = try sandbox.musicbus("artist", "Pink Floyd", "--lang", "de", "--json").artists()
      let english = try sandbox.musicbus("artist", "Pink Floyd", "--lang", "en", "--json").artists()
      #expect(german.first?.biography != english.first?.biography)
    }

    @Test("the songs of an album are in track order")
    func tracks() throws {
      let albums = try sandbox.musicbus("albums", "Pink Floyd", "--json").albums()
      let wall = try #require(albums.first { $0.title == "The Dark Side of the Moon" })
      let songs = try sandbox.musicbus("songs", "\(wall.id)", "--json").songs()
      #expect(songs.count >= 9)
      #expect(songs.compactMap(\.trackNumber) == songs.compactMap(\.trackNumber).sorted())
      #expect(songs.containsOnly { $0.artist?.name == "Pink Floyd" })
      let song = try #require(songs.first)
      let one = try sandbox.musicbus("song", "\(song.id)", "--json")
      #expect(try one.songs().first?.title == song.title)
      let album = try sandbox.musicbus("album", "\(wall.id)", "--json")
      #expect(try album.albums().first?.title == wall.title)
    }
  }
}

enum Missing {
  /// The artist of the sample sources of whom least is known.
  static let artist = "Lantern Quay"
}
