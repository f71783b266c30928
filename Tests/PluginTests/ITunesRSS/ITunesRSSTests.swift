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

  @Test("are rejected if the feed is of another medium")
  func otherMedia() async throws {
    let outcome = try await chart(FeedFixtures.podcasts)
    #expect(outcome.failure?.code == .upstreamBadData)
    #expect(outcome.failure?.message.contains("Podcast") == true)
  }

  @Test("report what is wrong with the feed")
  func nowhere() async throws {
    let outcome = try await chart("<html>")
    #expect(outcome.failure?.code == .upstreamBadData)
    #expect(outcome.failure?.message.contains("rss.marketingtools.apple.com returned HTML") == true)
  }

  @Test("are empty for a country without charts")
  func unknownCountry() async throws {
    let outcome = try await Plugin.iTunesRSS.run(.chartGet, at: RecordedTransport([:])) {
      ($0.chart, $0.country) = (.songs, "aq")
    }
    #expect(outcome.items.isEmpty && outcome.failure == nil)
  }

  @Test("are requested at the address of the configuration")
  func override() async throws {
    let source = RecordedTransport([:])
    _ = try await Plugin.iTunesRSS.run(
      .chartGet,
      at: source,
      configuration: ["baseURL": "http://127.0.0.1:9"]
    ) { ($0.chart, $0.country, $0.limit) = (.songs, "de", 150) }
    #expect(
      source.requests == ["http://127.0.0.1:9/api/v2/de/music/most-played/100/songs.json"]
    )
  }

  @Test("can be filtered by limit and explicit content, but not by genre, which the hub does")
  func filters() async throws {
    let ofGenre = try await chart(FeedFixtures.albums) { $0.genre = "hip hop" }
    #expect(ofGenre.albums.count == 3)
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
