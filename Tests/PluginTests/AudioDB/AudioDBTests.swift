import BusProtocol
import MusicModel
import ProviderKit
import Testing

@testable import AudioDB

@Suite("TheAudioDB")
struct AudioDBTests {
  private func run(
    _ method: BusProtocol.Method,
    _ text: String,
    _ set: (inout CallParameters) -> Void
  ) async throws -> (outcome: StandaloneCall.Outcome, requests: [String]) {
    let source = FixedResponseTransport(text)
    let outcome = try await Plugin.audioDB.run(method, at: source, set)
    return (outcome, source.requests)
  }

  @Test("converts an artist completely, without unknown values")
  func artist() async throws {
    let result = try await run(.artistsSearch, AudioDBFixtures.artist) { $0.text = "lanterns" }
    var expected = Artist(
      id: try #require(EntityID("audiodb:artist:4711")),
      name: "The Paper Lanterns"
    )
    expected.ids = ["mbid:artist:5b11f4ce-a62d-471e-81fc-a69a8278c7da", "audiodb:artist:4711"]
      .compactMap { EntityID($0) }
    expected.biography = "A band from Malmö.\nSecond line."
    expected.biographyLang = "en"
    (expected.formedYear, expected.disbandedYear) = (1968, 1981)
    expected.genres = ["Folk Rock", "Rock/Pop"]
    expected.country = "Malmö, Sweden"
    let thumb = "https://www.theaudiodb.com/images/media/artist/thumb/a.jpg"
    expected.artwork = [
      Artwork(url: thumb, role: .portrait),
      Artwork(url: thumb + "/medium", width: 500, height: 500, role: .portrait),
      Artwork(url: thumb + "/small", width: 250, height: 250, role: .portrait),
      Artwork(
        url: "https://r2.theaudiodb.com/images/media/artist/fanart/b.jpg",
        role: .background
      ),
    ]
    expected.links = [
      "website": "https://www.paperlanterns.example", "lastfm": "http://www.last.fm/music/x",
    ]
    #expect(result.outcome.artists == [expected])
  }

  @Test(
    "returns the biography in the requested language, else in English",
    arguments: [
      ("de", "Eine Gruppe."), ("de-AT", "Eine Gruppe."), ("fr", "A band from Malmö.\nSecond line."),
      ("xx", "A band from Malmö.\nSecond line."),
    ]
  )
  func language(_ lang: String, _ biography: String) async throws {
    let result = try await run(.artistsSearch, AudioDBFixtures.artist) {
      $0.text = "x"
      $0.lang = lang
    }
    #expect(result.outcome.artists.first?.biography == biography)
  }

  @Test("skips unusable records one by one")
  func mixed() async throws {
    let result = try await run(.artistsSearch, AudioDBFixtures.mixedArtists) { $0.text = "x" }
    let artist = try #require(result.outcome.artists.first)
    #expect(result.outcome.artists.count == 1)
    #expect(artist.ids == [artist.id])
    #expect(artist.formedYear == nil && artist.country == nil && artist.genres.isEmpty)
    #expect(artist.biography == "Old form.")
    #expect(
      result.outcome.skipped == ["no idArtist": 1, "no strArtist": 1, "not an object": 1]
    )
  }

  @Test(
    "returns nothing for null and for an empty body",
    arguments: [AudioDBFixtures.nothing, "", " \n"]
  )
  func nothing(_ text: String) async throws {
    let result = try await run(.artistsSearch, text) { $0.text = "unknown" }
    #expect(result.outcome.items.isEmpty)
    #expect(result.outcome.failure == nil)
  }

  @Test("converts albums with kind and valid ids")
  func albums() async throws {
    let result = try await run(.artistAlbums, AudioDBFixtures.albums) {
      $0.id = EntityID("audiodb:artist:4711")
    }
    let albums = result.outcome.albums
    #expect(albums.map(\.title) == ["First Light", "On Stage", "Sleeve Notes"])
    #expect(albums.map(\.albumKind?.rawValue) == ["album", "live", "spokenword"])
    #expect(albums.map(\.releaseDate) == [PartialDate(year: 1969), nil, nil])
    #expect(
      albums[0].ids.map(\.description) == [
        "mbid:release-group:f5093c06-23e3-404f-aeaa-40f72885ee3a", "audiodb:album:10",
        "allmusic:album:mw0000191308", "discogs:album:10362", "wikidata:album:Q150901",
      ]
    )
    #expect(albums[1].ids.map(\.description) == ["itunes:album:12345", "audiodb:album:11"])
    #expect(albums[0].genres == ["Folk"])
    #expect(albums[0].label == "Harbour")
    #expect(albums[0].artwork.map(\.width) == [nil, 500, 250])
    #expect(albums[1].artist == nil)
    #expect(result.requests.first?.hasSuffix("/api/v1/json/123/album.php?i=4711") == true)
  }

  @Test("finds albums by title")
  func albumSearch() async throws {
    let result = try await run(.albumsSearch, AudioDBFixtures.albums) { $0.text = "First Light" }
    #expect(result.outcome.albums.map(\.title) == ["First Light", "On Stage", "Sleeve Notes"])
    let exact = try await run(.albumsSearch, AudioDBFixtures.albums) {
      ($0.text, $0.exact) = ("first light", true)
    }
    #expect(exact.outcome.albums.map(\.title) == ["First Light"])
  }

  @Test("converts songs")
  func songs() async throws {
    let result = try await run(.albumSongs, AudioDBFixtures.songs) {
      $0.id = EntityID("audiodb:album:10")
    }
    let songs = result.outcome.songs
    #expect(songs.map(\.title) == ["Harbour", "Tide"])
    #expect(songs.map(\.durationMs) == [231_573, nil])
    #expect(songs.map(\.trackNumber) == [1, nil])
    #expect(songs.map(\.discNumber) == [nil, 2])
    #expect(songs[0].album?.id == EntityID("audiodb:album:10"))
    #expect(songs[1].links == ["video": "https://www.youtube.com/watch?v=x"])
    #expect(result.requests.first?.hasSuffix("/track.php?m=10") == true)
  }

  struct Request: Sendable {
    let method: BusProtocol.Method
    let parameters: CallParameters
    let paths: [String]

    init(
      _ method: BusProtocol.Method,
      _ paths: String...,
      set: (inout CallParameters) -> Void
    ) {
      self.method = method
      self.paths = paths.map { "https://www.theaudiodb.com/api/v1/json/key/" + $0 }
      var parameters = CallParameters()
      set(&parameters)
      self.parameters = parameters
    }
  }

  @Test(
    "is queried by its own id, else by that of MusicBrainz",
    arguments: [
      Request(.artistsSearch, "search.php?s=AC%2FDC%20%26%20Co%2B") { $0.text = "AC/DC & Co+" },
      Request(.albumsSearch, "searchalbum.php?a=Discovery") { $0.text = "Discovery" },
      Request(.albumsSearch, "searchalbum.php?s=Daft%20Punk&a=Discovery") {
        ($0.text, $0.artist) = ("Discovery", "Daft Punk")
      },
      Request(.albumsSearch, "searchalbum.php?s=Daft%20Punk&a=Discovery") {
        $0.text = "Daft Punk - Discovery"
      },
      Request(.artistGet, "artist.php?i=7") {
        $0.id = EntityID("mbid:artist:x")
        $0.ids = [EntityID("audiodb:artist:7")].compactMap { $0 }
      },
      Request(.artistGet, "artist-mb.php?i=x-y") { $0.id = EntityID("mbid:artist:x-y") },
      Request(.artistGet) { $0.id = EntityID("itunes:artist:1") },
      Request(.artistAlbums, "artist-mb.php?i=x", "album.php?i=4711") {
        $0.id = EntityID("mbid:artist:x")
      },
      Request(.albumGet, "album.php?m=7") { $0.id = EntityID("audiodb:album:7") },
      Request(.albumGet, "album-mb.php?i=x") { $0.id = EntityID("mbid:release-group:x") },
      Request(.albumSongs, "album-mb.php?i=x") { $0.id = EntityID("mbid:release-group:x") },
    ]
  )
  func requests(_ request: Request) async throws {
    let source = FixedResponseTransport(
      request.method == .albumSongs ? #"{"album":null}"# : AudioDBFixtures.artist
    )
    let outcome = try await Plugin.audioDB.run(
      request.method,
      at: source,
      configuration: ["apiKey": "key"]
    ) { $0 = request.parameters }
    #expect(source.requests == request.paths, "\(outcome)")
  }

  @Test("reports an invalid API key on 404")
  func wrongKey() async throws {
    let source = FixedResponseTransport(HTTPResponse(status: 404))
    let outcome = try await Plugin.audioDB.run(.artistsSearch, at: source) { $0.text = "x" }
    #expect(outcome.failure?.code == .configurationInvalid)
    #expect(outcome.failure?.message.contains("apiKey") == true)
  }

  @Test("lists albums under another id if the first one was removed")
  func removedID() async throws {
    let api = "/api/v1/json/123/"
    let source = FixedResponseTransport(
      HTTPResponse(status: 404),
      others: [
        api + "search.php?s=lanterns": AudioDBFixtures.artist,
        api + "artist-mb.php?i=x": AudioDBFixtures.artist,
        api + "album.php?i=4711": AudioDBFixtures.albums,
      ]
    )
    let call = try StandaloneCall(
      try Plugin.audioDB.make(ProviderConfiguration()),
      transport: source
    )
    var parameters = CallParameters()
    parameters.text = "lanterns"
    // The API key has been accepted.
    #expect(await call.run(.artistsSearch, parameters).failure == nil)
    parameters.text = nil
    parameters.id = EntityID("audiodb:artist:7")
    parameters.ids = [EntityID("mbid:artist:x")].compactMap { $0 }
    let albums = await call.run(.artistAlbums, parameters)
    #expect(albums.albums.count == 3 && albums.failure == nil, "\(albums)")
    #expect(albums.notes.isEmpty && albums.spent == ["www.theaudiodb.com": 3])
    parameters.ids = nil
    let gone = await call.run(.artistAlbums, parameters)
    #expect(gone.items.isEmpty && gone.failure == nil && gone.notes.count == 1)
  }

  @Test("rejects API keys that would change the path", arguments: ["", "a/b", "../1", "a b", "ü"])
  func badKey(_ key: String) throws {
    let configuration = try ProviderConfiguration(section: ["apiKey": .string(key)])
    let failure = #expect(throws: Failure.self) { try AudioDBProvider(configuration) }
    #expect(failure?.code == .configurationInvalid)
  }

  @Test(
    "fetches images in the best size, or the original if no smaller copy exists",
    arguments: [
      (100, ["a.png/small"]), (250, ["a.png/small"]), (251, ["a.png/medium"]), (501, ["a.png"]),
      (nil, ["a.png"]), (400, ["a.png/medium"]),
    ] as [(Int?, [String])]
  )
  func pictures(_ size: Int?, _ paths: [String]) async throws {
    let source = FixedResponseTransport("\u{89}PNG")
    _ = try await Plugin.audioDB.run(.artworkGet, at: source) {
      $0.url = "http://www.theaudiodb.com/images/a.png/preview"
      $0.size = size
    }
    #expect(source.requests == paths.map { "https://www.theaudiodb.com/images/" + $0 })
  }

  @Test("fetches the original image if the smaller copy is missing")
  func noCopy() async throws {
    let gif = HTTPResponse(body: Array("GIF89a".utf8))
    let source = RecordedTransport(["https://r2.theaudiodb.com/a.gif": gif])
    let outcome = try await Plugin.audioDB.run(.artworkGet, at: source) {
      $0.url = "https://r2.theaudiodb.com/a.gif"
      $0.size = 100
    }
    #expect(outcome.media?.type == "image/gif")
    #expect(source.requests.count == 2)
  }

  @Test("fetches no image from other hosts")
  func foreign() async throws {
    let source = FixedResponseTransport("GIF89a")
    let outcome = try await Plugin.audioDB.run(.artworkGet, at: source) {
      $0.url = "https://theaudiodb.com.evil.example/a.gif"
    }
    #expect(outcome.failure?.code == .invalidParams)
    #expect(source.requests.isEmpty)
  }
}

@Suite("Doubly encoded text")
struct MojibakeTests {
  @Test(
    "is repaired if the error is certain",
    arguments: [
      ("Jonas Ã…kerlund", "Jonas Åkerlund"), ("â€¦And Justice for All", "…And Justice for All"),
      ("MalmÃ¶", "Malmö"), ("BjÃ¶rk GuÃ°mundsdÃ³ttir", "Björk Guðmundsdóttir"),
    ]
  )
  func repaired(_ text: String, _ meant: String) {
    #expect(Mojibake.repaired(text) == meant)
  }

  @Test(
    "is unchanged if it is correct",
    arguments: ["Björk", "Sigur Rós", "AC/DC", "桜", "Motörhead – Ace", "…And", "Ã la carte", "€"]
  )
  func right(_ text: String) {
    #expect(Mojibake.repaired(text) == text)
  }
}
