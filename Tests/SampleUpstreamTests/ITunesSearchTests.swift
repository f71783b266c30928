import Foundation
import HTTPServer
import Testing

@testable import musicbus_sample_upstream

@Suite("iTunes search")
struct ITunesSearchTests {
  @Test("formats responses like the store: blank lines, content type, count")
  func frame() throws {
    let response = HTTPQuery.response("/search?term=pink+floyd&entity=album&limit=3")
    #expect(response.status == 200)
    #expect(response.contentType == "text/javascript; charset=utf-8")
    let text = String(decoding: response.content, as: UTF8.self)
    #expect(text.hasPrefix("\n\n\n{"))
    #expect(text.hasSuffix("}\n\n\n"))
    let body = try HTTPQuery.object("/search?term=pink+floyd&entity=album&limit=3")
    #expect(body["resultCount"] as? Int == 3)
  }

  @Test("returns the exact name first, then similar names")
  func ranking() throws {
    let found = try HTTPQuery.list("results", of: "/search?term=pink+floyd&entity=musicArtist")
    let names = HTTPQuery.names("artistName", found)
    #expect(names.first == "Pink Floyd")
    #expect(names.contains("Pink Floyd Experience"))
    #expect(found.first?["artistId"] as? Int == 487_143)
  }

  @Test(
    "finds names in any spelling",
    arguments: [
      ("bj%C3%B6rk", "Björk"), ("bjork", "Björk"), ("SIGUR+ROS", "Sigur Rós"),
      ("%E5%AE%87%E5%A4%9A%E7%94%B0", "宇多田ヒカル"), ("utada", "宇多田ヒカル"),
      ("%D0%BA%D0%B8%D0%BD%D0%BE", "Кино"), ("bts", "방탄소년단"), ("!!!", "!!!"),
      ("ac/dc", "AC/DC"), ("u2", "U2"), ("simon+%26+garfunkel", "Simon & Garfunkel"),
    ]
  )
  func writings(_ term: String, _ name: String) throws {
    let found = try HTTPQuery.list("results", of: "/search?term=\(term)&entity=musicArtist")
    #expect(HTTPQuery.names("artistName", found).first == name)
  }

  @Test("includes films, audiobooks and videos without entity")
  func mixed() throws {
    let found = try HTTPQuery.list("results", of: "/search?term=pink+floyd")
    let kinds = Set(found.compactMap { ($0["kind"] ?? $0["wrapperType"]) as? String })
    #expect(kinds.isSuperset(of: ["song", "feature-movie", "audiobook", "music-video"]))
    let film = found.first { $0["kind"] as? String == "feature-movie" }
    #expect(film?["artistId"] == nil)
    let book = found.first { $0["wrapperType"] as? String == "audiobook" }
    #expect((book?["description"] as? String)?.contains("&#8212;") == true)
    let music = try HTTPQuery.list("results", of: "/search?term=pink+floyd&media=music")
    #expect(Set(HTTPQuery.names("kind", music)) == ["song", "music-video"])
  }

  @Test(
    "rejects invalid parameters like the store",
    arguments: [
      ("term=x&entity=band", "resultEntity"), ("term=x&media=music&entity=movie", "resultEntity"),
      ("term=x&media=vinyl", "mediaType"), ("term=x&country=zz", "country"),
      ("term=x&limit=many", "limit"), ("term=x&attribute=smell", "attributeType"),
    ]
  )
  func refusals(_ query: String, _ key: String) throws {
    #expect(HTTPQuery.response("/search?\(query)").status == 400)
    let body = try HTTPQuery.object("/search?\(query)")
    #expect(body["errorMessage"] as? String == "Invalid value(s) for key(s): [\(key)]")
    #expect(body["queryParameters"] is [String: Any])
  }

  @Test("limits results to 1 to 200, by default 50", arguments: [("", 50), ("&limit=7", 7)])
  func limits(_ option: String, _ count: Int) throws {
    let found = try HTTPQuery.list("results", of: "/search?term=the&entity=song" + option)
    #expect(found.count == count)
  }

  @Test("has title suffixes, prices, explicit and cleaned versions, and countries")
  func oddities() throws {
    let albums = try HTTPQuery.list(
      "results",
      of: "/search?term=thrift+shop&entity=song&country=gb"
    )
    #expect(Set(HTTPQuery.names("collectionExplicitness", albums)) == ["explicit", "cleaned"])
    #expect(Set(HTTPQuery.names("country", albums)) == ["GBR"])
    #expect(Set(HTTPQuery.names("currency", albums)) == ["GBP"])
    let clean = try HTTPQuery.list(
      "results",
      of: "/search?term=thrift+shop&entity=song&explicit=No"
    )
    #expect(Set(HTTPQuery.names("collectionExplicitness", clean)) == ["cleaned"])
    let single = try HTTPQuery.list("results", of: "/search?term=skyfall&entity=album")
    #expect(HTTPQuery.names("collectionName", single).contains("Skyfall - Single"))
    let ep = try HTTPQuery.list("results", of: "/search?term=haunting+chapel&entity=album")
    #expect(HTTPQuery.names("collectionName", ep) == ["Haunting the Chapel - EP"])
    let hits = try HTTPQuery.list("results", of: "/search?term=queen+greatest+hits&entity=album")
    #expect(hits.first?["collectionPrice"] as? Double == -1)
    let streamed = try HTTPQuery.list(
      "results",
      of: "/search?term=the+wall+remastered&entity=album"
    )
    #expect(streamed.contains { $0["collectionPrice"] == nil })
  }

  @Test("restricts the search to a field with attribute")
  func attributes() throws {
    let query = "/search?term=nirvana&entity=song"
    let any = try HTTPQuery.list("results", of: query + "&limit=200")
    let byArtist = try HTTPQuery.list("results", of: query + "&attribute=artistTerm&limit=200")
    #expect(byArtist.count <= any.count)
    #expect(Set(HTTPQuery.names("artistName", byArtist)) == ["Nirvana"])
    let byTitle = try HTTPQuery.list(
      "results",
      of: "/search?term=hayloft&entity=song&attribute=songTerm"
    )
    #expect(HTTPQuery.names("trackName", byTitle) == ["Hayloft", "Hayloft II"])
  }
}
