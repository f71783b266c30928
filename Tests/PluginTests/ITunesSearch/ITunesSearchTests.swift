import BusProtocol
import MusicModel
import ProviderKit
import Testing

@Suite("iTunes Search")
struct ITunesSearchTests {
  private func run(
    _ method: BusProtocol.Method,
    _ records: [String],
    _ set: (inout CallParameters) -> Void
  ) async throws -> StandaloneCall.Outcome {
    let source = FixedResponseTransport(ITunesFixtures.results(records))
    return try await Plugin.iTunesSearch.run(method, at: source, set)
  }

  @Test("converts an artist with id, genre and link")
  func artist() async throws {
    let outcome = try await run(.artistGet, [ITunesFixtures.artist]) {
      $0.id = EntityID("itunes:artist:4711")
    }
    var artist = Artist(
      id: try #require(EntityID("itunes:artist:4711")),
      name: "The Paper Lanterns"
    )
    artist.ids += [EntityID("amg:artist:5205")].compactMap { $0 }
    artist.genres = ["Rock"]
    artist.links = ["itunes": "https://music.apple.com/us/artist/the-paper-lanterns/4711?uo=4"]
    #expect(outcome.artists == [artist])
  }

  @Test("converts an album completely, with the kind separated from the title")
  func album() async throws {
    let outcome = try await run(.albumGet, [ITunesFixtures.album]) {
      $0.id = EntityID("itunes:album:10")
    }
    let album = try #require(outcome.albums.first)
    #expect(album.title == "First & Light")
    #expect(album.albumKind == .ep)
    #expect(album.ids.map(\.description) == ["itunes:album:10", "upc:album:195081034713"])
    #expect(album.artist?.id == EntityID("itunes:artist:4711"))
    #expect(album.releaseDate == PartialDate(year: 2015, month: 9, day: 11))
    #expect((album.price, album.currency, album.trackCount) == (9.99, "USD", 12))
    #expect((album.explicit, album.cleaned) == (false, nil))
    #expect(album.copyright == "℗ 2015 Harbour")
    #expect(album.artwork.map(\.width) == [1200, 600, 100])
    let prefix = "https://is1.mzstatic.com/image/thumb/Music/v4/a/195081034713.jpg/"
    #expect(album.artwork.map(\.url) == [1200, 600, 100].map { "\(prefix)\($0)x\($0)bb.jpg" })
  }

  @Test("converts compilations, unsold albums and cleaned editions")
  func compilation() async throws {
    let outcome = try await run(.albumGet, [ITunesFixtures.compilation]) {
      $0.id = EntityID("itunes:album:11")
    }
    let album = try #require(outcome.albums.first)
    #expect(album.albumKind == .compilation)
    #expect(album.price == nil && album.currency == nil && album.trackCount == nil)
    #expect((album.explicit, album.cleaned) == (false, true))
  }

  @Test("converts a song with preview, duration and track number, without the price -1")
  func song() async throws {
    let record = ITunesFixtures.song(id: 100, disc: 2, track: 3)
    let outcome = try await run(.songGet, [record]) { $0.id = EntityID("itunes:song:100") }
    let song = try #require(outcome.songs.first)
    #expect(song.album == AlbumReference(id: EntityID("itunes:album:10"), title: "First Light"))
    #expect((song.discNumber, song.trackNumber, song.durationMs) == (2, 3, 223_094))
    #expect(song.previewURL == "https://audio-ssl.itunes.apple.com/p/100.m4a")
    #expect(song.price == nil && song.currency == nil)
    #expect(song.releaseDate == PartialDate(year: 1975, month: 11, day: 21))
    #expect(song.links == ["itunes": "https://music.apple.com/us/album/x/10?i=100&uo=4"])
  }

  @Test("skips and counts other media and invalid records")
  func others() async throws {
    let records = ITunesFixtures.others + [ITunesFixtures.song(id: 1, track: 1)]
    let outcome = try await run(.songsSearch, records) { $0.text = "x" }
    #expect(outcome.songs.map(\.title) == ["Harbour"])
    #expect(
      outcome.skipped == [
        "music-video": 1, "feature-movie": 1, "audiobook": 1, "podcast": 1,
        "record without kind": 1,
        "song without trackId": 1, "song without trackName": 1, "not an object": 1,
      ]
    )
  }

  @Test("returns the children of a lookup without their parent")
  func children() async throws {
    let records = [
      ITunesFixtures.album, ITunesFixtures.song(id: 3, disc: 2, track: 1),
      ITunesFixtures.song(id: 2, track: 10), ITunesFixtures.song(id: 1, track: 9),
    ]
    let outcome = try await run(.albumSongs, records) { $0.id = EntityID("itunes:album:10") }
    #expect(outcome.songs.map(\.id.value) == ["1", "2", "3"])
    #expect(outcome.skipped.isEmpty)
    let albums = try await run(.artistAlbums, [ITunesFixtures.artist, ITunesFixtures.album]) {
      $0.id = EntityID("itunes:artist:4711")
    }
    #expect(albums.albums.count == 1)
    #expect(albums.skipped.isEmpty)
  }

  @Test("returns only the exact name with exact", arguments: ["U2", "u2", " U2 "])
  func exact(_ text: String) async throws {
    let records = ["U2", "U2 Tribute", "Bono & U2"].enumerated().map { number, name in
      #"{"wrapperType":"artist","artistType":"Artist","artistName":"\#(name)","artistId":\#(number + 1)}"#
    }
    let outcome = try await run(.artistsSearch, records) {
      $0.text = text
      $0.exact = true
    }
    #expect(outcome.artists.map(\.name) == ["U2"])
  }

  @Test("returns no price without a valid currency", arguments: ["usd", "dollars", ""])
  func currency(_ currency: String) async throws {
    let record = ITunesFixtures.album.replacing(
      #""currency":"USD""#,
      with: #""currency":"\#(currency)""#
    )
    let outcome = try await run(.albumGet, [record]) { $0.id = EntityID("itunes:album:10") }
    let album = try #require(outcome.albums.first)
    #expect(album.price == nil && album.currency == nil)
  }

  @Test("repairs a copyright that was encoded twice")
  func copyright() async throws {
    let record = ITunesFixtures.album.replacing("℗ 2015 Harbour", with: "â„— 2015 Harbour")
    let outcome = try await run(.albumGet, [record]) { $0.id = EntityID("itunes:album:10") }
    #expect(outcome.albums.first?.copyright == "℗ 2015 Harbour")
  }

  @Test("excludes explicit songs on request")
  func clean() async throws {
    let records = ["explicit", "cleaned", "notExplicit"].enumerated().map {
      ITunesFixtures.song(id: $0.offset + 1, track: 1, explicitness: $0.element)
    }
    let outcome = try await run(.songsSearch, records) {
      $0.text = "x"
      $0.explicit = false
    }
    #expect(outcome.songs.map(\.cleaned) == [true, nil])
    #expect(outcome.skipped.isEmpty)
  }

  @Test("skips artists of other media")
  func artistTypes() async throws {
    let record =
      #"{"wrapperType":"artist","artistType":"Movie Artist","artistName":"X","artistId":1}"#
    let outcome = try await run(.artistsSearch, [record]) { $0.text = "x" }
    #expect(outcome.items.isEmpty)
    #expect(outcome.skipped == ["Movie Artist": 1])
  }

  @Test("returns an empty result if no record is found")
  func nothing() async throws {
    let outcome = try await run(.albumGet, []) { $0.id = EntityID("itunes:album:1") }
    #expect(outcome.items.isEmpty && outcome.failure == nil)
  }

  @Test("lists the albums of another id of an artist if the first one was deleted")
  func deletedID() async throws {
    let source = FixedResponseTransport(
      ITunesFixtures.results([]),
      others: [
        "/lookup?id=2&entity=album&country=US&limit=200":
          ITunesFixtures.results([ITunesFixtures.artist, ITunesFixtures.album])
      ]
    )
    let outcome = try await Plugin.iTunesSearch.run(.artistAlbums, at: source) {
      $0.id = EntityID("itunes:artist:1")
      $0.ids = ["itunes:artist:1", "itunes:artist:2"].compactMap { EntityID($0) }
    }
    #expect(outcome.albums.count == 1 && outcome.spent == ["itunes.apple.com": 2], "\(outcome)")
  }

  struct Request: Sendable {
    let method: BusProtocol.Method
    let queries: [String]
    let parameters: CallParameters

    init(
      _ method: BusProtocol.Method,
      _ queries: String...,
      set: (inout CallParameters) -> Void
    ) {
      self.method = method
      self.queries = queries
      var parameters = CallParameters()
      set(&parameters)
      self.parameters = parameters
    }
  }

  @Test(
    "sends the parameters of the API",
    arguments: [
      Request(
        .artistsSearch,
        "search?term=Simon%20%26%20Garfunkel&media=music&entity=musicArtist"
          + "&attribute=artistTerm&country=US&limit=5"
      ) { ($0.text, $0.limit) = ("Simon & Garfunkel", 5) },
      Request(
        .albumsSearch,
        "search?term=Low%20David%20Bowie&media=music&entity=album&country=DE&limit=200&lang=de_de"
      ) { ($0.text, $0.artist, $0.country, $0.lang) = ("Low", "David Bowie", "de", "de-DE") },
      Request(
        .songsSearch,
        "search?term=%21%21%21&media=music&entity=song&attribute=songTerm&country=US&limit=200"
          + "&explicit=No&lang=ja_jp"
      ) { ($0.text, $0.exact, $0.explicit, $0.lang) = ("!!!", true, false, "ja") },
      Request(.artistGet, "lookup?id=7&country=US") { $0.id = EntityID("itunes:artist:7") },
      Request(.artistGet, "lookup?amgArtistId=7&country=US") { $0.id = EntityID("amg:artist:7") },
      Request(.artistGet) { $0.id = EntityID("mbid:artist:7") },
      Request(.artistAlbums, "lookup?id=7&entity=album&country=US&limit=20") {
        ($0.id, $0.limit) = (EntityID("itunes:artist:7"), 20)
      },
      Request(.artistSongs, "lookup?id=7&entity=song&country=US&limit=200") {
        $0.id = EntityID("itunes:artist:7")
      },
      Request(.albumGet, "lookup?upc=195081034713&country=US") {
        $0.id = EntityID("upc:album:195081034713")
      },
      Request(
        .albumSongs,
        "lookup?id=9&entity=song&country=US&limit=200",
        "lookup?upc=195081034713&entity=song&country=US&limit=200"
      ) {
        $0.id = EntityID("upc:album:195081034713")
        $0.ids = [EntityID("itunes:album:9")].compactMap { $0 }
      },
      Request(.songGet, "lookup?id=9&country=US") { $0.id = EntityID("itunes:song:9") },
    ]
  )
  func requests(_ request: Request) async throws {
    let source = FixedResponseTransport(ITunesFixtures.results([]))
    _ = try await Plugin.iTunesSearch.run(request.method, at: source) { $0 = request.parameters }
    #expect(source.requests == request.queries.map { "https://itunes.apple.com/" + $0 })
  }

  @Test("uses the configured country if the call names none")
  func country() async throws {
    let source = FixedResponseTransport(ITunesFixtures.results([]))
    _ = try await Plugin.iTunesSearch.run(
      .songGet,
      at: source,
      configuration: ["country": "gb"]
    ) { $0.id = EntityID("itunes:song:9") }
    #expect(source.requests == ["https://itunes.apple.com/lookup?id=9&country=GB"])
  }

  @Test("reports rate limiting as UPSTREAM_RATE_LIMITED", arguments: [403, 429])
  func limited(_ status: Int) async throws {
    let source = FixedResponseTransport(HTTPResponse(status: status, headers: ["Retry-After": "9"]))
    let outcome = try await Plugin.iTunesSearch.run(.songsSearch, at: source) { $0.text = "x" }
    #expect(outcome.failure?.code == .upstreamRateLimited)
    #expect(outcome.failure?.retryAfterMs == 9000)
    #expect(outcome.spent == ["itunes.apple.com": 1])
  }

  @Test("fetches covers in the requested size, and previews, by URL or id")
  func media() async throws {
    let sound = HTTPResponse(body: Array("1234ftypM4A ".utf8))
    let picture = HTTPResponse(body: Array("GIF89a".utf8))
    let song = ITunesFixtures.results([ITunesFixtures.song(id: 100, track: 1)])
    let source = RecordedTransport([
      "/lookup?id=100&country=US": HTTPResponse(body: Array(song.utf8)),
      "https://audio-ssl.itunes.apple.com/p/100.m4a": sound,
      "https://is1-ssl.mzstatic.com/image/source/321x321bb.jpg": picture,
    ])
    let preview = try await Plugin.iTunesSearch.run(.previewGet, at: source) {
      $0.id = EntityID("itunes:song:100")
    }
    #expect(preview.media?.type == "audio/mp4")
    #expect(preview.spent == ["itunes.apple.com": 1, "audio-ssl.itunes.apple.com": 1])
    let cover = try await Plugin.iTunesSearch.run(.artworkGet, at: source) {
      $0.url = "http://is1-ssl.mzstatic.com/image/source/100x100bb.jpg"
      $0.size = 321
    }
    #expect(cover.media?.url == "https://is1-ssl.mzstatic.com/image/source/321x321bb.jpg")
    let byID = try await Plugin.iTunesSearch.run(.artworkGet, at: source) {
      $0.id = EntityID("itunes:song:100")
      $0.size = 321
    }
    #expect(byID.media == cover.media)
    let wrong = try await Plugin.iTunesSearch.run(.previewGet, at: source) {
      $0.url = "https://is1-ssl.mzstatic.com/image/source/321x321bb.jpg"
    }
    #expect(wrong.failure?.message.contains("image/gif instead of audio") == true)
  }
}
