import BusProtocol
import MusicModel
import ProviderKit
import Testing

@testable import Deezer

@Suite("Deezer")
struct DeezerTests {
  @Test("converts an artist with followers and pictures, but without a missing picture")
  func artist() async throws {
    let picture = "https://e-cdns-images.dzcdn.net/images/artist/f2/1000x1000-000000-80-0-0.jpg"
    let source = FixedResponseTransport(
      #"""
      {"id":27,"name":"Daft Punk","link":"https://www.deezer.com/artist/27","nb_fan":4117751,
       "picture_xl":"\#(picture)",
       "picture_big":"https://e-cdns-images.dzcdn.net/images/artist//500x500-000000-80-0-0.jpg"}
      """#
    )
    let outcome = try await Plugin.deezer.run(.artistGet, at: source) {
      $0.id = EntityID("deezer:artist:27")
    }
    var expected = Artist(id: try #require(EntityID("deezer:artist:27")), name: "Daft Punk")
    expected.followers = 4_117_751
    expected.artwork = [Artwork(url: picture, width: 1000, height: 1000, role: .portrait)]
    expected.links = ["deezer": "https://www.deezer.com/artist/27"]
    #expect(outcome.artists == [expected])
    #expect(source.requests == ["https://api.deezer.com/artist/27"])
  }

  @Test("converts an album with bar code, kind and date, of which a part may be zero")
  func album() async throws {
    let source = FixedResponseTransport(
      #"""
      {"id":1,"title":"Hits","upc":"00724384963552","record_type":"compile","nb_tracks":13,
       "genres":{"data":[{"id":132,"name":"Pop"}]},"label":"Parlophone","explicit_lyrics":true,
       "release_date":"2000-00-00","artist":{"id":5080,"name":"Various Artists"}}
      """#
    )
    let outcome = try await Plugin.deezer.run(.albumGet, at: source) {
      $0.id = EntityID("upc:album:724384963552")
    }
    let album = try #require(outcome.albums.first)
    #expect(album.ids.map(\.description) == ["upc:album:724384963552", "deezer:album:1"])
    #expect((album.albumKind, album.trackCount, album.explicit) == (.compilation, 13, true))
    #expect(album.releaseDate == PartialDate(year: 2000))
    #expect(album.artist == ArtistReference(name: "Various Artists"))
    #expect((album.label, album.genres) == ("Parlophone", ["Pop"]))
    #expect(source.requests == ["https://api.deezer.com/album/upc:724384963552"])
  }

  @Test("finds a song by its ISRC, and returns its code without hyphens")
  func song() async throws {
    let source = FixedResponseTransport(
      #"""
      {"id":5,"title":"Tide","isrc":"gb-duw-00-00059","duration":224,"track_position":4,
       "disk_number":1,"preview":"","artist":{"id":27,"name":"Daft Punk"},
       "contributors":[{"id":27,"name":"Daft Punk","role":"Main"},{"id":9,"name":"Ann","role":"Featured"}],
       "album":{"id":7,"title":"First Light"}}
      """#
    )
    let outcome = try await Plugin.deezer.run(.songGet, at: source) {
      $0.id = EntityID("isrc:recording:GBDUW0000059")
    }
    let song = try #require(outcome.songs.first)
    #expect(song.ids.map(\.description) == ["isrc:recording:GBDUW0000059", "deezer:song:5"])
    #expect((song.durationMs, song.trackNumber, song.previewURL) == (224_000, 4, nil))
    #expect(song.album == AlbumReference(id: EntityID("deezer:album:7"), title: "First Light"))
    #expect(
      song.artists == [
        CreditedArtist(id: EntityID("deezer:artist:27"), name: "Daft Punk"),
        CreditedArtist(id: EntityID("deezer:artist:9"), name: "Ann", role: "featured"),
      ]
    )
    #expect(source.requests == ["https://api.deezer.com/track/isrc:GBDUW0000059"])
  }

  @Test(
    "reports errors that arrive with status 200",
    arguments: [
      (4, ErrorCode.upstreamRateLimited), (700, .upstreamUnavailable), (500, .upstreamUnavailable),
    ]
  )
  func errors(_ code: Int, _ expected: ErrorCode) async throws {
    let source = FixedResponseTransport(
      #"{"error":{"type":"Exception","message":"Quota limit exceeded","code":\#(code)}}"#
    )
    let outcome = try await Plugin.deezer.run(.artistsSearch, at: source) { $0.text = "x" }
    #expect(outcome.failure?.code == expected)
    #expect(outcome.failure?.message == "api.deezer.com: Quota limit exceeded.")
    #expect(outcome.failure?.retryAfterMs == (code == 4 ? 5_000 : nil))
  }

  @Test("returns an empty result for an unknown id")
  func unknown() async throws {
    let source = FixedResponseTransport(
      #"{"error":{"type":"DataException","message":"no data","code":800}}"#
    )
    let outcome = try await Plugin.deezer.run(.albumGet, at: source) {
      $0.id = EntityID("deezer:album:0")
    }
    #expect(outcome.items.isEmpty && outcome.failure == nil)
  }

  @Test("lists albums in pages, each with its artist")
  func pages() async throws {
    let page = (1...100).map { #"{"id":\#($0),"title":"Album \#($0)"}"# }.joined(separator: ",")
    let source = FixedResponseTransport(
      #"{"data":[\#(page)],"total":918}"#,
      others: ["/artist/27": #"{"id":27,"name":"Daft Punk"}"#]
    )
    let outcome = try await Plugin.deezer.run(.artistAlbums, at: source) {
      ($0.id, $0.limit, $0.offset) = (EntityID("deezer:artist:27"), 150, 100)
    }
    #expect(outcome.albums.count == 100)
    #expect(outcome.albums.count { $0.artist?.name == "Daft Punk" } == 100)
    #expect(
      Set(source.requests) == [
        "https://api.deezer.com/artist/27",
        "https://api.deezer.com/artist/27/albums?index=100&limit=100",
      ]
    )
  }

  @Test("fetches a first page with one request if the artist or album has been found")
  func firstPage() async throws {
    let artist = #"{"id":27,"name":"Daft Punk","type":"artist"}"#
    let source = FixedResponseTransport(
      #"{"data":[{"id":1,"title":"Discovery"}],"total":1}"#,
      others: [
        "/search/album?q=Discovery&index=0&limit=100":
          #"{"data":[{"id":5,"title":"Homework","artist":\#(artist),"tracks":[]}]}"#
      ]
    )
    let call = try StandaloneCall(
      try Plugin.deezer.make(ProviderConfiguration()),
      transport: source
    )
    var parameters = CallParameters()
    parameters.text = "Discovery"
    _ = await call.run(.albumsSearch, parameters)
    parameters.text = nil
    parameters.id = EntityID("deezer:artist:27")
    let albums = await call.run(.artistAlbums, parameters)
    #expect(albums.albums.first?.artist?.name == "Daft Punk")
    #expect(albums.spent == ["api.deezer.com": 1])
    parameters.id = EntityID("deezer:album:5")
    let songs = await call.run(.albumSongs, parameters)
    #expect(songs.songs.first?.album?.title == "Homework")
    #expect(songs.spent == ["api.deezer.com": 1])
    parameters.id = EntityID("deezer:artist:1")
    #expect(await call.run(.artistSongs, parameters).spent == ["api.deezer.com": 1])
  }

  @Test("fetches the first page of an artist whom the hub names with one request")
  func namedArtist() async throws {
    let source = FixedResponseTransport(#"{"data":[{"id":1,"title":"Discovery"}],"total":918}"#)
    let outcome = try await Plugin.deezer.run(.artistAlbums, at: source) {
      ($0.id, $0.artist) = (EntityID("deezer:artist:27"), "Daft Punk")
    }
    let artist = ArtistReference(id: EntityID("deezer:artist:27"), name: "Daft Punk")
    #expect(outcome.albums.map(\.artist) == [artist])
    #expect(source.requests == ["https://api.deezer.com/artist/27/albums?index=0&limit=100"])
  }

  @Test("uses another id of an entity if the first one was deleted", arguments: ["1", "2"])
  func goneID(_ gone: String) async throws {
    let noData = #"{"error":{"type":"DataException","message":"no data","code":800}}"#
    let other = gone == "1" ? "2" : "1"
    let source = FixedResponseTransport(
      noData,
      others: ["/album/\(other)": #"{"id":\#(other),"title":"Homework"}"#]
    )
    let outcome = try await Plugin.deezer.run(.albumGet, at: source) {
      $0.id = EntityID("deezer:album:\(gone)")
      $0.ids = ["mbid:release-group:g", "deezer:album:1", "deezer:album:2"].compactMap {
        EntityID($0)
      }
    }
    #expect(outcome.albums.map(\.id.value) == [other], "\(outcome)")
    #expect(outcome.notes.isEmpty)
    #expect(source.requests.map { String($0.suffix(1)) } == [gone, other])
  }

  @Test("has no result if all ids of an entity were deleted")
  func goneIDs() async throws {
    let source = FixedResponseTransport(HTTPResponse(status: 404))
    let outcome = try await Plugin.deezer.run(.albumGet, at: source) {
      $0.id = EntityID("deezer:album:1")
      $0.ids = ["mbid:release-group:g", "deezer:album:2", "upc:album:5099749994324"].compactMap {
        EntityID($0)
      }
    }
    #expect(outcome.items.isEmpty && outcome.failure == nil && outcome.notes.count == 1)
    let paths = source.requests.map { $0.dropFirst("https://api.deezer.com".count) }
    #expect(paths == ["/album/1", "/album/2", "/album/upc:5099749994324"])
  }

  @Test("has no result if the grant allows no request for another id")
  func grantForOneID() async throws {
    let source = FixedResponseTransport(HTTPResponse(status: 404))
    let outcome = try await Plugin.deezer.run(.albumGet, at: source) {
      $0.id = EntityID("deezer:album:1")
      $0.ids = [EntityID("deezer:album:2")].compactMap { $0 }
      $0.grant = ["api.deezer.com": 1]
    }
    #expect(outcome.items.isEmpty && outcome.failure == nil && source.requests.count == 1)
  }

  @Test("searches by several fields in Deezer's syntax")
  func fields() async throws {
    let source = FixedResponseTransport(#"{"data":[],"total":0}"#)
    _ = try await Plugin.deezer.run(.albumsSearch, at: source) {
      ($0.text, $0.artist, $0.limit) = ("Low \"Life\"", "New Order", 5)
    }
    let query = "album%3A%22Low%20Life%22%20artist%3A%22New%20Order%22"
    #expect(source.requests == ["https://api.deezer.com/search/album?q=\(query)&index=0&limit=5"])
  }

  @Test("has no charts of another country, and sends no request for them")
  func country() async throws {
    let source = FixedResponseTransport(#"{"data":[],"total":0}"#)
    for method in [BusProtocol.Method.chartsList, .chartGet] {
      let outcome = try await Plugin.deezer.run(method, at: source) {
        ($0.country, $0.chart) = ("jp", .albums)
      }
      #expect(outcome.items.isEmpty && outcome.failure == nil)
    }
    #expect(source.requests.isEmpty)
  }

  @Test(
    "has charts by genre, also by one of two that share a name",
    arguments: ["electro", "Hip-Hop"]
  )
  func genre(_ name: String) async throws {
    let source = FixedResponseTransport(
      #"{"data":[{"id":1,"title":"Where Are You Now","type":"track","position":3}]}"#,
      others: [
        "/genre": #"{"data":[{"id":9,"name":"Pop"},{"id":106,"name":"Electro/Hip Hop"}]}"#
      ]
    )
    let outcome = try await Plugin.deezer.run(.chartGet, at: source) {
      ($0.chart, $0.genre, $0.limit) = (.songs, name, 10)
    }
    #expect(outcome.songs.map(\.rank) == [3])
    #expect(outcome.songs.map(\.genres) == [["Electro/Hip Hop"]])
    #expect(source.requests.last == "https://api.deezer.com/chart/106/tracks?index=0&limit=10")
  }

  @Test("fetches the preview again if its URL has expired", arguments: [403, 404, 410])
  func expired(_ status: Int) async throws {
    let old = "https://cdnt-preview.dzcdn.net/old.mp3?hdnea=exp=1"
    let new = "https://cdnt-preview.dzcdn.net/new.mp3?hdnea=exp=2"
    let source = RecordedTransport([
      old: HTTPResponse(status: status),
      new: HTTPResponse(body: Array("ID3".utf8)),
      "/track/5": HTTPResponse(body: Array(#"{"id":5,"title":"Tide","preview":"\#(new)"}"#.utf8)),
    ])
    let outcome = try await Plugin.deezer.run(.previewGet, at: source) {
      ($0.id, $0.url) = (EntityID("deezer:song:5"), old)
    }
    #expect(outcome.media?.url == new)
    #expect(source.requests == [old, "https://api.deezer.com/track/5", new])
  }
}
