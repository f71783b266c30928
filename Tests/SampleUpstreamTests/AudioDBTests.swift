import Foundation
import HTTPServer
import TestKit
import Testing

@testable import musicbus_sample_upstream

@Suite("TheAudioDB")
struct AudioDBTests {
  static let base = "/api/v1/json/123"

  @Test("finds an artist only by the full name, ignoring case")
  func search() throws {
    let found = try HTTPQuery.list("artists", of: Self.base + "/search.php?s=PINK%20floyd")
    #expect(HTTPQuery.names("strArtist", found) == ["Pink Floyd"])
    for name in ["pink", "Pink+Floyd+", "", "unknown"] {
      #expect(HTTPQuery.text(Self.base + "/search.php?s=\(name)") == #"{"artists":null}"#)
    }
  }

  @Test("escapes non-ASCII letters like PHP, and writes every value as string or null")
  func values() throws {
    let target = Self.base + "/search.php?s=%E5%AE%87%E5%A4%9A%E7%94%B0%E3%83%92%E3%82%AB%E3%83%AB"
    #expect(HTTPQuery.response(target).contentType == "application/json")
    #expect(HTTPQuery.response(target).content.allSatisfy { $0 < 0x80 })
    let artist = try #require(HTTPQuery.list("artists", of: target).first)
    #expect(artist["strArtist"] as? String == "宇多田ヒカル")
    #expect(artist["strBiographyJP"] is String)
    #expect(artist.values.containsOnly { $0 is String || $0 is NSNull })
  }

  @Test("has biographies in some languages, with CRLF line ends")
  func biography() throws {
    let target = Self.base + "/search.php?s=pink+floyd"
    let artist = try #require(HTTPQuery.list("artists", of: target).first)
    #expect((artist["strBiographyEN"] as? String)?.contains("\r\n\r\n") == true)
    #expect(artist["strBiographyDE"] is String)
    #expect(artist["strBiographyFR"] is String)
    #expect(artist["intFormedYear"] as? String == "1965")
    #expect(artist["strMusicBrainzID"] as? String == "83d91898-7763-47d7-b03b-b92132375c47")
  }

  @Test("does not know some artists")
  func gaps() throws {
    let target = Self.base + "/search.php?s=lantern+quay"
    let artist = try #require(HTTPQuery.list("artists", of: target).first)
    for key in ["strBiographyEN", "intFormedYear", "strCountry", "intBornYear"] {
      let value = artist[key] as? String ?? ""
      #expect(["", "0"].contains(value), "\(key)")
    }
  }

  @Test("links artist, album and track by ids")
  func numbers() throws {
    let artist = try #require(
      HTTPQuery.list("artists", of: Self.base + "/search.php?s=slayer").first
    )
    let id = try #require(artist["idArtist"] as? String)
    let albums = try HTTPQuery.list("album", of: Self.base + "/album.php?i=\(id)")
    let reign = try #require(albums.first { $0["strAlbum"] as? String == "Reign in Blood" })
    #expect(reign["intYearReleased"] as? String == "1986")
    let number = try #require(reign["idAlbum"] as? String)
    let tracks = try HTTPQuery.list("track", of: Self.base + "/track.php?m=\(number)")
    #expect(tracks.count == 10)
    let track = try #require(tracks.last?["idTrack"] as? String)
    let one = try HTTPQuery.list("track", of: Self.base + "/track.php?h=\(track)")
    #expect(HTTPQuery.names("strTrack", one) == ["Raining Blood"])
    #expect(HTTPQuery.names("intDuration", one) == ["254000"])
    let again = try HTTPQuery.list("album", of: Self.base + "/album.php?m=\(number)")
    #expect(HTTPQuery.names("strAlbum", again) == ["Reign in Blood"])
    let group = try #require(reign["strMusicBrainzID"] as? String)
    let byGroup = try HTTPQuery.list("album", of: Self.base + "/album-mb.php?i=\(group)")
    #expect(HTTPQuery.names("idAlbum", byGroup) == [number])
    let same = try HTTPQuery.list("artists", of: Self.base + "/artist.php?i=\(id)")
    #expect(HTTPQuery.names("strArtist", same) == ["Slayer"])
  }

  @Test(
    "supports its other methods",
    arguments: [
      ("artist-mb.php?i=5b11f4ce-a62d-471e-81fc-a69a8278c7da", "artists", 1),
      ("searchalbum.php?s=daft+punk&a=Discovery", "album", 1),
      ("searchalbum.php?s=daft+punk", "album", 6),
      ("searchalbum.php?a=Discovery", "album", 1),
      ("searchtrack.php?s=mother+mother&t=hayloft", "track", 1),
      ("discography.php?s=kraftwerk", "album", 5),
      ("track-top10.php?s=queen", "track", 10),
      ("album.php?i=999999999", "album", 0), ("track.php?m=1", "track", 0),
      ("track.php?m=", "track", 0), ("search.php", "artists", 0),
    ]
  )
  func methods(_ method: String, _ root: String, _ count: Int) throws {
    #expect(HTTPQuery.response("\(Self.base)/\(method)").status == 200)
    let body = try HTTPQuery.object("\(Self.base)/\(method)")
    #expect(Array(body.keys) == [root])
    #expect(try HTTPQuery.list(root, of: "\(Self.base)/\(method)").count == count)
  }

  @Test(
    "returns an HTML page for an invalid key or unknown method",
    arguments: [
      "/api/v1/json/9/search.php?s=queen", "/api/v1/json/123/mvid.php?i=1",
      "/api/v1/json/123", "/api/v1/xml/123/search.php?s=queen",
    ]
  )
  func notFound(_ target: String) {
    let response = HTTPQuery.response(target)
    #expect(response.status == 404)
    #expect(response.contentType.hasPrefix("text/html"))
  }

  @Test("has the year 0 for some minor releases")
  func years() throws {
    let albums = AudioDBLibrary(SampleCatalog.sample).albums()
    #expect(albums.contains { $0.year == "0" })
    #expect(albums.filter { $0.album.kind == .album }.containsOnly { $0.year.count == 4 })
  }
}
