import Foundation
import HTTPServer
import JSON
import TestKit
import Testing

@testable import musicbus_sample_upstream

@Suite("Apple's charts")
struct ChartTests {
  @Test("have a hundred entries", arguments: ["albums", "songs"])
  func count(_ kind: String) throws {
    let target = "/api/v2/us/music/most-played/100/\(kind).json"
    let entries = try HTTPQuery.list("feed.results", of: target)
    #expect(entries.count == 100)
    #expect(Set(HTTPQuery.names("kind", entries)) == [kind])
    #expect(entries.containsOnly { $0["id"] is String })
    #expect(Set(HTTPQuery.names("contentAdvisoryRating", entries)) == ["Explict"])
    let artwork = HTTPQuery.names("artworkUrl100", entries)
    #expect(artwork.containsOnly { $0.hasSuffix("/100x100bb.jpg") })
    let lengths = Set(HTTPQuery.names("releaseDate", entries).map(\.count))
    #expect(lengths == [4, 7, 10, 20, 25])
  }

  @Test("add the root genre to albums and none to songs")
  func genres() throws {
    let album = try HTTPQuery.list("feed.results", of: "/api/v2/us/music/most-played/1/albums.json")
    let genres = album.first?["genres"] as? [[String: String]] ?? []
    #expect(genres.count == 2)
    #expect(genres.last?["genreId"] == "34")
    let song = try HTTPQuery.list("feed.results", of: "/api/v2/us/music/most-played/1/songs.json")
    #expect((song.first?["genres"] as? [Any])?.isEmpty == true)
  }

  @Test(
    "fail like the real ones",
    arguments: [
      ("/api/v2/us/music/most-played/101/albums.json", 500),
      ("/api/v2/zz/music/most-played/10/albums.json", 404),
      ("/api/v2/us/music/new-releases/10/albums.json", 404),
      ("/api/v2/us/music/most-played/10/podcasts.json", 404),
      ("/zz/rss/topalbums/limit=10/json", 404), ("/us/rss/topmovies/limit=10/json", 404),
      ("/us/rss/topalbums/limit=10/xml", 404), ("/nothing", 404), ("/", 404),
    ]
  )
  func failures(_ target: String, _ status: Int) {
    #expect(HTTPQuery.response(target).status == status)
  }

  @Test("contain records that can be looked up")
  func lookups() throws {
    let feed = "/api/v2/jp/music/most-played/100/songs.json"
    let ids = HTTPQuery.names("id", try HTTPQuery.list("feed.results", of: feed))
    let target = "/lookup?id=\(ids.joined(separator: ","))"
    #expect(try HTTPQuery.object(target)["resultCount"] as? Int == 100)
  }

  @Test("have another order in another country")
  func countries() throws {
    let us = try HTTPQuery.list("feed.results", of: "/api/v2/us/music/most-played/10/albums.json")
    let de = try HTTPQuery.list("feed.results", of: "/api/v2/de/music/most-played/10/albums.json")
    #expect(HTTPQuery.names("id", us) != HTTPQuery.names("id", de))
  }
}

@Suite("Apple's legacy charts")
struct LegacyChartTests {
  @Test("have fewer entries than requested")
  func fewer() throws {
    #expect(try HTTPQuery.list("feed.entry", of: "/us/rss/topalbums/limit=100/json").count == 60)
    #expect(try HTTPQuery.list("feed.entry", of: "/us/rss/topsongs/limit=100/json").count == 60)
    #expect(try HTTPQuery.list("feed.entry", of: "/us/rss/topsongs/limit=10/json").count == 10)
  }

  @Test("have an object for one entry and no key for none")
  func few() throws {
    let one = try HTTPQuery.object("/us/rss/topalbums/limit=1/json")["feed"] as? [String: Any]
    #expect(one?["entry"] is [String: Any])
    let none = try HTTPQuery.object("/us/rss/topalbums/limit=10/genre=9999/json")["feed"]
    let feed = try #require(none as? [String: Any])
    #expect(feed["entry"] == nil)
  }

  @Test("can be filtered by genre and explicit content")
  func narrow() throws {
    let jazz = try HTTPQuery.list("feed.entry", of: "/us/rss/topalbums/limit=25/genre=1153/json")
    #expect(jazz.count > 1)
    let genres = jazz.compactMap { ($0["category"] as? [String: [String: String]])?["attributes"] }
    #expect(Set(genres.compactMap { $0["label"] }) == ["Metal"])
    let all = HTTPQuery.text("/us/rss/topalbums/limit=25/explicit=true/json")
    #expect(all.contains("The Heist"))
    #expect(!HTTPQuery.text("/us/rss/topalbums/limit=25/explicit=false/json").contains("The Heist"))
  }

  @Test("have no link for Various Artists")
  func variousArtists() throws {
    let entries = try HTTPQuery.list("feed.entry", of: "/us/rss/topalbums/limit=100/json")
    let artists = entries.compactMap { $0["im:artist"] as? [String: Any] }
    #expect(artists.count == entries.count)
    let various = artists.filter { $0["label"] as? String == "Various Artists" }
    #expect(!various.isEmpty)
    #expect(various.containsOnly { $0["attributes"] == nil })
  }

  @Test(
    "have dates for machines and readers in the known precision",
    arguments: [
      ("1973-03-01", "1973-03-01T00:00:00-07:00", "March 1, 1973"),
      ("1980-06", "1980-06", "June 1980"), ("1982", "1982", "1982"),
    ] as [(ReleaseDate, String, String)]
  )
  func dates(_ date: ReleaseDate, _ label: String, _ words: String) throws {
    let artist = try #require(SampleCatalog.sample.storeArtists.first)
    let album = StoreAlbum(Album("Sample", date), by: artist, .notExplicit)
    let links = StoreLinks(base: "http://localhost", store: .us)
    let found = LegacyEntries(links: links).album(album)["im:releaseDate"]
    #expect(found?["label"]?.text == label)
    #expect(found?["attributes"]?["label"]?.text == words)
  }
}
