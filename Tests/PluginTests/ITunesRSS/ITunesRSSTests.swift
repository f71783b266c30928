import BusProtocol
import MusicModel
import ProviderKit
import Testing

@Suite("Apple's charts")
struct ITunesRSSTests {
  private func chart(
    _ text: String,
    _ chart: CallParameters.Chart = .albums,
    _ set: (inout CallParameters) -> Void = { _ in }
  ) async throws -> StandaloneCall.Outcome {
    try await Plugin.iTunesRSS.run(.chartGet, at: FixedResponseTransport(text)) {
      $0.chart = chart
      set(&$0)
    }
  }

  @Test("contain albums by rank, with dates in all formats and other media skipped")
  func albums() async throws {
    let outcome = try await chart(FeedFixtures.albums)
    let albums = outcome.albums
    #expect(albums.map(\.title) == ["First Light", "Hits", "Both"])
    #expect(albums.map(\.rank) == [1, 2, 4])
    #expect(albums.map { $0.releaseDate?.description } == ["2022-04-22", "1980-06", "1999"])
    #expect(albums.map(\.explicit) == [true, nil, nil])
    #expect(albums.map(\.albumKind) == [.album, .compilation, .album])
    #expect(albums[0].genres == ["Folk"])
    #expect(albums.map { $0.artist?.id } == [EntityID("itunes:artist:4711"), nil, nil])
    #expect(albums[0].id == EntityID("itunes:album:10"))
    #expect(outcome.skipped == ["podcast": 1, "album without id": 1])
  }

  @Test("can be parsed in the format of 2017")
  func oldAlbums() async throws {
    let album = try #require(try await chart(FeedFixtures.oldAlbums).albums.first)
    #expect(album.genres == ["Folk"])
    #expect(album.releaseDate == PartialDate(year: 2017, month: 7, day: 28))
    #expect(album.explicit == nil)
    #expect(album.copyright == "℗ 2017 Harbour")
    #expect(
      album.artwork.last?.url == "https://is1.mzstatic.com/image/thumb/a/source/100x100bb.png"
    )
  }

  @Test("contain songs with their album, whose id is in the link")
  func songs() async throws {
    let song = try #require(try await chart(FeedFixtures.songs, .songs).songs.first)
    #expect(song.id == EntityID("itunes:song:100"))
    #expect(song.album == AlbumReference(id: EntityID("itunes:album:10"), title: "First Light"))
    #expect((song.rank, song.explicit) == (1, true))
  }

  @Test(
    "can be parsed in the legacy format with many entries, one, or none",
    arguments: [
      ("[\(FeedFixtures.legacyAlbum),\(FeedFixtures.legacyAlbum)]", 2),
      (FeedFixtures.legacyAlbum, 1),
      ("[]", 0), (nil, 0),
    ] as [(String?, Int)]
  )
  func legacy(_ entry: String?, _ count: Int) async throws {
    let outcome = try await chart(FeedFixtures.legacy(entry))
    #expect(outcome.failure == nil)
    #expect(outcome.albums.count == count)
    guard let album = outcome.albums.first else { return }
    #expect(album.id == EntityID("itunes:album:10"))
    #expect(album.ids.last == EntityID("upc:album:075679690432"))
    #expect(album.artist?.id == EntityID("itunes:artist:4711"))
    #expect((album.price, album.currency, album.trackCount) == (9.99, "USD", 14))
    #expect(album.releaseDate == PartialDate(year: 2023, month: 6, day: 23))
    #expect(album.artwork.first?.url.contains("/b/075679690432.jpg/1200x1200bb.png") == true)
  }

  @Test("contain songs in the legacy format, without their previews, which ITunesSearch serves")
  func legacySong() async throws {
    let outcome = try await chart(FeedFixtures.legacy(FeedFixtures.legacySong), .songs)
    let song = try #require(outcome.songs.first)
    #expect(song.previewURL == nil)
    #expect(song.album == AlbumReference(id: EntityID("itunes:album:10"), title: "First Light"))
    #expect(song.releaseDate == PartialDate(year: 2017, month: 5, day: 5))
    #expect(song.artist == ArtistReference(name: "Various Artists"))
    #expect(song.price == nil && song.currency == nil)
  }

  @Test("are rejected if the feed is of another medium")
  func otherMedia() async throws {
    let outcome = try await chart(FeedFixtures.legacy("[\(FeedFixtures.podcast)]"))
    #expect(outcome.failure?.code == .upstreamBadData)
    #expect(outcome.failure?.message.contains("Podcast") == true)
  }

  static let paths = [
    "https://rss.marketingtools.apple.com/api/v2/us/music/most-played/10/albums.json",
    "https://rss.applemarketingtools.com/api/v2/us/music/most-played/10/albums.json",
    "https://itunes.apple.com/us/rss/topalbums/limit=10/json",
  ]

  @Test("come from the first of three feeds that has them", arguments: [0, 1, 2])
  func fallback(_ working: Int) async throws {
    let body = working == 2 ? FeedFixtures.legacy(FeedFixtures.legacyAlbum) : FeedFixtures.albums
    var responses = [ITunesRSSTests.paths[working]: HTTPResponse(body: Array(body.utf8))]
    for path in ITunesRSSTests.paths[..<working] { responses[path] = HTTPResponse(status: 500) }
    let source = RecordedTransport(responses)
    let outcome = try await Plugin.iTunesRSS.run(.chartGet, at: source) {
      ($0.chart, $0.limit) = (.albums, 10)
      $0.grant = [
        "rss.marketingtools.apple.com": 1, "rss.applemarketingtools.com": 1, "itunes.apple.com": 1,
      ]
    }
    #expect(source.requests == Array(ITunesRSSTests.paths[...working]))
    #expect(!outcome.items.isEmpty)
    #expect(outcome.notes.count == (working == 0 ? 0 : 1))
  }

  @Test("come from another feed if one times out")
  func silent() async throws {
    let body = FeedFixtures.legacy(FeedFixtures.legacyAlbum)
    let legacy = [ITunesRSSTests.paths[2]: HTTPResponse(body: Array(body.utf8))]
    let source = TimingOutTransport(
      sleeping: ["rss.marketingtools.apple.com", "rss.applemarketingtools.com"],
      source: RecordedTransport(legacy)
    )
    let outcome = try await Plugin.iTunesRSS.run(.chartGet, at: source) {
      ($0.chart, $0.limit) = (.albums, 10)
      $0.grant = [
        "rss.marketingtools.apple.com": 1, "rss.applemarketingtools.com": 1, "itunes.apple.com": 1,
      ]
    }
    #expect(outcome.albums.count == 1)
    #expect(outcome.notes.first?.contains("No response from") == true)
  }

  @Test("report the problems of all three feeds if none works")
  func nowhere() async throws {
    var responses: [String: HTTPResponse] = [:]
    for path in ITunesRSSTests.paths { responses[path] = HTTPResponse(body: Array("<html>".utf8)) }
    let outcome = try await Plugin.iTunesRSS.run(.chartGet, at: RecordedTransport(responses)) {
      ($0.chart, $0.limit) = (.albums, 10)
    }
    #expect(outcome.failure?.code == .upstreamBadData)
    #expect(outcome.failure?.message.contains("rss.marketingtools.apple.com") == true)
    #expect(outcome.failure?.message.contains("itunes.apple.com returned HTML") == true)
  }

  @Test("are empty for a country without charts")
  func unknownCountry() async throws {
    let outcome = try await Plugin.iTunesRSS.run(.chartGet, at: RecordedTransport([:])) {
      ($0.chart, $0.country) = (.songs, "aq")
    }
    #expect(outcome.items.isEmpty && outcome.failure == nil)
  }

  @Test("are requested once if all three feeds are redirected")
  func override() async throws {
    let source = RecordedTransport([:])
    _ = try await Plugin.iTunesRSS.run(
      .chartGet,
      at: source,
      configuration: ["baseURL": "http://127.0.0.1:9"]
    ) { ($0.chart, $0.country, $0.limit) = (.songs, "de", 150) }
    #expect(
      source.requests == [
        "http://127.0.0.1:9/api/v2/de/music/most-played/100/songs.json",
        "http://127.0.0.1:9/de/rss/topsongs/limit=100/json",
      ]
    )
  }

  @Test("can be filtered by limit, genre and explicit content")
  func filters() async throws {
    let source = FixedResponseTransport(FeedFixtures.albums)
    let folk = try await Plugin.iTunesRSS.run(.chartGet, at: source) {
      ($0.chart, $0.genre, $0.limit) = (.albums, "folk", 2)
    }
    #expect(folk.albums.map(\.title) == ["First Light"])
    #expect(source.requests.first?.contains("/100/") == true)
    let clean = try await chart(FeedFixtures.albums) { $0.explicit = false }
    #expect(clean.albums.map(\.rank) == [2, 4])
    let one = try await chart(FeedFixtures.albums) { $0.limit = 1 }
    #expect(one.albums.map(\.rank) == [1])
  }

  @Test("are listed by country without requests")
  func list() async throws {
    let source = RecordedTransport([:])
    let outcome = try await Plugin.iTunesRSS.run(.chartsList, at: source) { $0.country = "de" }
    #expect(
      outcome.items.map(\.id.description)
        == ["itunes-rss:chart:de.albums", "itunes-rss:chart:de.songs"]
    )
    #expect(outcome.items.map(\.displayName) == ["Top Albums (DE)", "Top Songs (DE)"])
    #expect(source.requests.isEmpty)
  }

  @Test("have artwork by URL only")
  func artwork() async throws {
    let outcome = try await Plugin.iTunesRSS.run(.artworkGet, at: FixedResponseTransport("GIF89a"))
    {
      ($0.url, $0.size) = ("https://is1-ssl.mzstatic.com/a/100x100bb.jpg", 50)
    }
    #expect(outcome.media?.url == "https://is1-ssl.mzstatic.com/a/50x50bb.jpg")
    let byID = try await Plugin.iTunesRSS.run(.artworkGet, at: FixedResponseTransport("GIF89a")) {
      $0.id = EntityID("itunes:album:1")
    }
    #expect(byID.failure?.code == .invalidParams)
  }
}
