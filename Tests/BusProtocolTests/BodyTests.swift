import MusicModel
import Testing

@testable import BusProtocol

@Suite("Bodies with entities")
struct BodyTests {
  /// One of each kind, with every member set, and some with none.
  static let entities: [Entity] = {
    guard let ids = ids("audiodb:artist:1", "itunes:artist:909253", "mbid:release-group:a:b"),
      let date = PartialDate("1973-03-01")
    else { return [] }
    let links = ["audiodb": "https://example.org/a?b=c&d=é", "Zoo": "https://x", "iTunes": "/"]
    let artwork = [
      Artwork(url: "https://example.org/1.jpg", width: 600, height: 600, role: .cover),
      Artwork(url: "\"quoted\" and \\ stroked", role: Artwork.Role(rawValue: "new one")),
    ]
    var artist = Artist(id: ids[0], name: "Beyoncé \"B\" ℗ 宇多田ヒカル")
    artist.ids = ids
    (artist.sortName, artist.biography, artist.country) = ("B", "So / it was.", "US")
    (artist.formedYear, artist.disbandedYear, artist.followers) = (1981, 0, 123_456_789_012)
    (artist.genres, artist.links, artist.favorite) = (["R&B", ""], links, true)
    artist.artwork = artwork
    var album = Album(id: ids[1], title: "T", artist: ArtistReference(id: ids[0], name: "N"))
    (album.releaseDate, album.genres, album.trackCount) = (date, ["Rock"], 10)
    (album.albumKind, album.label, album.copyright) = (.live, "L", "℗ 1973")
    (album.price, album.currency, album.explicit, album.cleaned) = (9.99, "USD", true, false)
    (album.artwork, album.links, album.editions, album.rank) = (artwork, links, 2, 1)
    album.favorite = false
    var song = Song(id: ids[1], title: "S", artist: ArtistReference(name: "N"))
    song.album = AlbumReference(id: ids[2], title: "A")
    (song.durationMs, song.discNumber, song.trackNumber) = (1, 2, -3)
    (song.releaseDate, song.genres, song.previewURL) = (PartialDate("1973"), ["x"], "https://p")
    (song.price, song.currency, song.explicit, song.cleaned) = (10, "EUR", false, true)
    (song.artwork, song.links, song.rank, song.favorite) = (artwork, links, 7, true)
    var chart = Chart(id: ids[0], title: "Top")
    (chart.of, chart.country, chart.limit, chart.links) = (.song, "us", 100, links)
    let bare: [Entity] = [
      .artist(Artist(id: ids[0], name: "")), .album(Album(id: ids[1], title: "")),
      .song(Song(id: ids[2], title: "a")), .chart(Chart(id: ids[0], title: "b")),
    ]
    return [.artist(artist), .album(album), .song(song), .chart(chart)] + bare
  }()

  private static func ids(_ texts: String...) -> [EntityID]? {
    let ids = texts.compactMap { EntityID($0) }
    return ids.count == texts.count ? ids : nil
  }

  private static let extra: [String: JSONValue] = [
    "added": "2026-11-20", "fav": "01A", "Zoo": .null, "refreshed": false, "zoo": 7,
    "note": "\"a\"\n/é", "nested": ["b": ["a": .number(1.5)], "a": []],
  ]

  @Test("are read as they were written, unknown members included")
  func roundTrip() throws {
    #expect(Self.entities.count == 8)
    var done = Done(parts: 3, items: Self.entities + Self.entities.map { $0.adding(Self.extra) })
    (done.total, done.next, done.notes) = (8, 4, ["\"items\" : []"])
    #expect(try JSONCodec.decode(from: JSONCodec.encode(done)) == done)
    let part = Part(items: Self.entities)
    #expect(try JSONCodec.decode(from: JSONCodec.encode(part)) == part)
  }

  @Test("have members in the order of their names, unknown ones among them", arguments: entities)
  func order(_ entity: Entity) throws {
    let bytes = try JSONCodec.encode(entity.adding(Self.extra))
    #expect(bytes == EncodedJSON(try JSONValue(bytes, .wire)).bytes)
  }

  @Test("write a known member once, whatever the unknown ones are called")
  func repeated() throws {
    let entity = Self.entities[5].adding(["title": 1, "z": 2])
    let json = try JSONValue(JSONCodec.encode(entity), .wire)
    #expect(json["title"] == "")
    #expect(json["z"] == 2)
  }

  @Test("may have members in any order, spaces between them, and null for nothing")
  func spaces() throws {
    let json = #"""
      { "parts" : 0, "notes": ["\"items\":[{"], "items" : [
        {"title": "T\/\"\u00e9", "kind":"album", "price": 1.50, "\u0069d":"a:album:1", "ids": [ "a:album:1" ],
         "artist":null , "genres" : null, "links":{ }, "new": null, "rank": 1.0 } ] , "skipped":2 }
      """#
    let body: Done = try JSONCodec.decode(from: Array(json.utf8))
    guard case .album(let album)? = body.items?.elements.first else {
      Issue.record("\(body)")
      return
    }
    #expect(album.title == "T/\"é" && album.price == 1.5 && album.rank == 1)
    #expect(album.extra == ["new": .null])
    #expect(body.skipped == 2)
  }

  @Test(
    "skip an element that is not an entity, and say why",
    arguments: [
      (#""ids":["a:album:1"],"kind":"album","title":"T""#, #"the member "id" is missing"#),
      (#""id":"a:album:1","kind":"album""#, #"the member "title" is missing"#),
      (#""id":"a:album:1","title":"T""#, #"the member "kind" is missing"#),
      (#""id":"a:album:1","kind":"book","title":"T""#, #"kind: unknown value "book""#),
      (#""id":"a:album:1","kind":"album","title":1"#, "title: must be a text"),
      (#""id":"a:album:1","kind":"album","title":null"#, "title: must be a text, not null"),
      (
        #""id":"a","kind":"album","title":"T""#,
        #"id: "a" is not an id of the form namespace:type:value"#
      ),
      (
        #""id":"a:album:1","ids":["a:album:1",7],"kind":"album","title":"T""#,
        "ids.1: must be a text"
      ),
      (
        #""id":"a:album:1","kind":"album","title":"T","rank":1.5"#,
        "rank: must be a whole number in range"
      ),
      (
        #""id":"a:album:1","kind":"album","title":"T","artist":{"id":"a:artist:1"}"#,
        #"artist: the member "name" is missing"#
      ),
      (#""id":"a:album:1","kind":"album","title":"T","new":1,"new":2"#, #"duplicate member "new""#),
      (#""id":"a:album:1","kind":"album","title":"T","title":"U""#, #"duplicate member "title""#),
      (
        #""id":"a:album:1","kind":"album","title":"T","links":{"a":"1","a":"2"}"#,
        #"links: duplicate member "a""#
      ),
    ]
  )
  func skipped(_ members: String, _ reason: String) throws {
    let good = #"{"id":"a:album:1","kind":"album","title":"T"}"#
    let bytes = Array("{\"items\":[\(good),{\(members)},\(good)],\"parts\":0}".utf8)
    let body: Done = try JSONCodec.decode(from: bytes)
    #expect(body.items?.elements.count == 2)
    #expect(body.items?.skipped == 1)
    #expect(body.items?.firstProblem == reason)
  }

  @Test("contain the id of an entity among its ids")
  func missingID() throws {
    let json =
      #"{"items":[{"id":"a:album:1","ids":["b:album:2"],"kind":"album","title":""}],"parts":0}"#
    let body: Done = try JSONCodec.decode(from: Array(json.utf8))
    #expect(body.items?.elements.first?.ids.count == 2)
  }
}

extension Entity {
  fileprivate func adding(_ extra: [String: JSONValue]) -> Entity {
    func added<Kind: MusicEntity>(_ entity: Kind) -> Kind {
      var entity = entity
      entity.extra = extra
      return entity
    }
    return switch self {
    case .artist(let artist): .artist(added(artist))
    case .album(let album): .album(added(album))
    case .song(let song): .song(added(song))
    case .chart(let chart): .chart(added(chart))
    }
  }
}
