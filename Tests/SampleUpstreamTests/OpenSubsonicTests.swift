import HTTPServer
import TestKit
import Testing

@testable import musicbus_sample_upstream

@Suite("A user's own server")
struct OpenSubsonicTests {
  private static let signed =
    "u=ann&t=26719a1196d2a940705a59634eb18eab&s=c19b2d&v=1.13.0&c=musicbus&f=json"

  private func reply(_ endpoint: String, _ access: String = signed) throws -> [String: Any] {
    let separator = endpoint.contains("?") ? "&" : "?"
    let value = try HTTPQuery.object("/rest/\(endpoint)\(separator)\(access)")
    return try #require(value["subsonic-response"] as? [String: Any])
  }

  private func list(_ endpoint: String, _ member: String, _ kind: String) throws -> [[String: Any]]
  {
    let found = try reply(endpoint)[member] as? [String: Any]
    return try #require(found?[kind] as? [[String: Any]])
  }

  private func code(_ endpoint: String, _ access: String = signed) throws -> Int? {
    (try reply(endpoint, access)["error"] as? [String: Any])?["code"] as? Int
  }

  @Test(
    "refuses a request without a signature or a key, or with both",
    arguments: [
      ("u=ann&v=1.13.0&c=x", 10), ("u=ann&t=ABC&s=c19b2d&v=1.13.0&c=x", 40),
      (signed.replacing("s=c19b2d", with: "s=c"), 40), (signed + "&apiKey=k", 43),
      ("apiKey=&v=1.13.0&c=x", 44), ("apiKey=k&v=1.13.0&c=x", nil), (signed, nil),
    ] as [(String, Int?)]
  )
  func access(_ query: String, _ expected: Int?) throws {
    #expect(try code("getAlbumList2", query) == expected)
  }

  @Test("finds as many of each kind as are asked for")
  func search() throws {
    let counts = "artistCount=0&albumCount=1&songCount=2"
    let found = try reply("search3.view?query=the&\(counts)")["searchResult3"] as? [String: Any]
    let sizes = ["artist", "album", "song"].map { (found?[$0] as? [Any])?.count }
    #expect(sizes == [0, 1, 2])
    let money = try list("search3?query=money&songCount=9", "searchResult3", "song")
    #expect(HTTPQuery.names("title", money).contains("Money"))
  }

  @Test("has all artists without words, and some albums of each")
  func collection() throws {
    let all = try list("search3?query=&artistCount=1000", "searchResult3", "artist")
    #expect(all.count == HTTPQuery.source.library.artists.count)
    let pages = try [0, 500].map {
      try list("getAlbumList2?type=alphabeticalByName&size=500&offset=\($0)", "albumList2", "album")
    }
    let albums = pages.flatMap { HTTPQuery.names("id", $0) }
    #expect(pages[0].count == 500 && Set(albums).count == albums.count)
    #expect(albums.count < HTTPQuery.source.library.releases.count)
  }

  @Test("has each song that an album lists, with its sound and picture")
  func songs() throws {
    let albums = try list("search3?query=wall&albumCount=1", "searchResult3", "album")
    let songs = try list("getAlbum?id=\(albums[0]["id"] ?? "")", "album", "song")
    #expect(songs.count == albums[0]["songCount"] as? Int)
    let id = try #require(songs[0]["id"] as? String)
    #expect((try reply("getSong?id=\(id)")["song"] as? [String: Any])?["id"] as? String == id)
    let range = HTTPQuery.request(
      "/rest/stream?id=\(id)&\(Self.signed)",
      headers: ["range": "bytes=4-11"]
    )
    let part = HTTPQuery.source.response(range)
    #expect(part.status == 206 && part.content.count == 8)
    let cover = try #require(songs[0]["coverArt"] as? String)
    let picture = HTTPQuery.response("/rest/getCoverArt?id=\(cover)&size=70&\(Self.signed)")
    #expect(ReadPNG(picture.content)?.width == 70)
  }

  @Test("says what it does not have", arguments: ["getArtist", "getAlbum", "getSong", "stream"])
  func unknown(_ endpoint: String) throws {
    #expect(try code("\(endpoint)?id=al-0") == 70)
  }
}
