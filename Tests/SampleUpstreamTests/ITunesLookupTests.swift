import Foundation
import HTTPServer
import TestKit
import Testing

@testable import musicbus_sample_upstream

@Suite("iTunes lookup")
struct ITunesLookupTests {
  @Test("returns the parent first and counts it")
  func parent() throws {
    let target = "/lookup?id=414425&entity=album&limit=200"
    let found = try HTTPQuery.list("results", of: target)
    #expect(found.first?["wrapperType"] as? String == "artist")
    #expect(found.dropFirst().containsOnly { $0["wrapperType"] as? String == "collection" })
    let body = try HTTPQuery.object(target)
    #expect(body["resultCount"] as? Int == found.count)
    let slayer = HTTPQuery.source.catalog.artists.first { $0.store == 414_425 }
    #expect(found.count == 1 + (slayer?.albums.count ?? 0))
  }

  @Test(
    "returns nothing for unknown ids",
    arguments: ["id=1", "id=", "id=abc", "amgArtistId=1", "upc=000000000000", "isbn=1", ""]
  )
  func unknown(_ query: String) throws {
    #expect(HTTPQuery.response("/lookup?\(query)").status == 200)
    #expect(try HTTPQuery.object("/lookup?\(query)")["resultCount"] as? Int == 0)
  }

  @Test("accepts several ids of artists, albums and songs")
  func several() throws {
    let album = try #require(SampleCatalog.sample.storeAlbums.first)
    let found = try HTTPQuery.list("results", of: "/lookup?id=78500,\(album.id),1,\(album.id + 1)")
    #expect(HTTPQuery.names("wrapperType", found) == ["artist", "collection", "track"])
  }

  @Test("returns the songs and videos of an album in order")
  func songs() throws {
    let album = try album("The Dark Side of the Moon")
    let found = try HTTPQuery.list("results", of: "/lookup?id=\(album.id)&entity=song")
    #expect(found.count == 11)
    #expect(found.dropFirst().compactMap { $0["trackNumber"] as? Int } == Array(1...10))
    #expect(found.last?["trackName"] as? String == "Eclipse")
    let opera = try self.album("A Night at the Opera (Deluxe Edition)")
    let withVideo = try HTTPQuery.list("results", of: "/lookup?id=\(opera.id)&entity=song")
    let video = try #require(withVideo.last)
    #expect(video["kind"] as? String == "music-video")
    #expect(video["isStreamable"] == nil)
    #expect(withVideo.compactMap { $0["discNumber"] as? Int }.contains(2))
  }

  @Test("returns no songs of an album that can only be streamed")
  func streamingOnly() throws {
    let album = try album("The Wall (Remastered)")
    let found = try HTTPQuery.list("results", of: "/lookup?id=\(album.id)&entity=song")
    #expect(found.count == 1)
  }

  @Test("finds explicit and cleaned albums by bar code")
  func barCode() throws {
    let album = try album("The Heist")
    let found = try HTTPQuery.list("results", of: "/lookup?upc=\(album.upc)")
    #expect(HTTPQuery.names("collectionExplicitness", found) == ["explicit", "cleaned"])
    let digits = album.upc.compactMap(\.wholeNumberValue)
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) }
    #expect(digits.count == 12 && sum % 10 == 0)
  }

  @Test("sorts by date with sort=recent")
  func recent() throws {
    let target = "/lookup?id=487143&entity=album&sort=recent&limit=5"
    let dates = HTTPQuery.names("releaseDate", try HTTPQuery.list("results", of: target))
    #expect(dates.count == 5)
    #expect(dates == dates.sorted(by: >))
    #expect(dates.containsOnly { $0.hasSuffix("T07:00:00Z") || $0.hasSuffix("T08:00:00Z") })
  }

  @Test("includes the album artist only for songs of compilations")
  func compilation() throws {
    let album = try album("Grunge Essentials")
    let found = try HTTPQuery.list("results", of: "/lookup?id=\(album.id)&entity=song")
    let songs = found.dropFirst()
    #expect(songs.containsOnly { $0["collectionArtistName"] as? String == "Various Artists" })
    #expect(songs.first?["artistId"] as? Int == 112_018)
    let own = try HTTPQuery.list("results", of: "/lookup?id=487143&entity=song")
    #expect(own.containsOnly { $0["collectionArtistName"] == nil })
  }

  @Test("finds artists by their AMG id, which some lack")
  func amg() throws {
    let found = try HTTPQuery.list("results", of: "/lookup?amgArtistId=5723,5440")
    #expect(HTTPQuery.names("artistName", found) == ["U2", "Slayer"])
    let other = try HTTPQuery.list("results", of: "/lookup?id=907800827")
    #expect(other.first?["amgArtistId"] == nil)
  }

  @Test("uses the real ids for the samples of the providers")
  func realNumbers() throws {
    let found = try HTTPQuery.list("results", of: "/lookup?id=879273552,879273565")
    #expect(HTTPQuery.names("collectionName", found) == ["In Between Dreams", "In Between Dreams"])
    #expect(HTTPQuery.names("trackName", found) == ["Better Together"])
    let songs = try HTTPQuery.list("results", of: "/lookup?id=879273552&entity=song")
    #expect(songs.dropFirst().first?["trackId"] as? Int == 879_273_565)
  }

  private func album(_ name: String) throws -> StoreAlbum {
    try #require(SampleCatalog.sample.storeAlbums.first { $0.name == name })
  }
}
