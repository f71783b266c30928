import MusicModel
import TestKit
import Testing

@testable import BusProtocol

@Suite("Reading and writing bodies with lists")
struct FastListBodyTests {
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

  static var done: Done {
    var done = Done(parts: 3, items: entities)
    (done.total, done.next, done.notes) = (8, 4, ["\"items\" : []"])
    return done
  }

  @Test("Bodies are written as by the general coder, and read")
  func bodies() throws {
    #expect(Self.entities.count == 8)
    let bytes = try BusCodec.encodeGenerally(Self.done)
    #expect(try Self.done.writtenFast() == bytes)
    #expect(Done.readFast(bytes) == Self.done)
    let part = Part(items: Self.entities)
    #expect(try part.writtenFast() == BusCodec.encodeGenerally(part))
    #expect(Part.readFast(try BusCodec.encode(part)) == part)
  }

  @Test("An entity is written as by the general coder", arguments: entities)
  func entity(_ entity: Entity) throws {
    #expect(try BusCodec.encode(entity) == BusCodec.encodeGenerally(entity))
  }

  @Test(
    "Numbers are written as by the general coder",
    arguments: [0, 0.1, 9.99, 10, -3.5, 123_456_789.25, 1e15, 0.0001, -0.0, 1e-5, 1e16, 1e21]
  )
  func numbers(_ price: Double) throws {
    guard case .album(var album) = Self.entities[5] else { return }
    album.price = price
    let done = Done(items: [.album(album)])
    let bytes = try BusCodec.encodeGenerally(done)
    #expect(try done.writtenFast() == bytes)
    #expect(Done.readFast(bytes) == done)
  }

  @Test(
    "Control characters are written as by the general coder",
    arguments: ["\n", "\u{7F}", "\u{0}"]
  )
  func escapes(_ text: String) throws {
    guard case .album(var album) = Self.entities[5] else { return }
    album.title = text
    let done = Done(items: [.album(album)])
    #expect(try done.writtenFast() == BusCodec.encodeGenerally(done))
  }

  @Test("Repeated members, empty lists and infinite numbers are left to the general coder")
  func unwritable() throws {
    guard case .album(var album) = Self.entities[5] else { return }
    album.extra = ["title": 1]
    #expect(try Done(items: [.album(album)]).writtenFast() == nil)
    (album.extra, album.price) = ([:], .infinity)
    #expect(try Done(items: [.album(album)]).writtenFast() == nil)
    #expect(try Done(items: []).writtenFast() == nil)
  }

  @Test("Unknown members are written between the known ones, as by the general coder, and read")
  func unknownMembers() throws {
    let extra: [String: JSONValue] = [
      "added": "2026-11-20", "fav": "01A", "Zoo": .null, "refreshed": false, "zoo": 7,
      "note": "\"a\"\n/é", "members": ["01A", "01B"],
      "nested": ["b": ["a": .number(1.5)], "a": []],
    ]
    let entities = Self.entities.map { $0.adding(extra) }
    let done = Done(items: entities)
    let bytes = try BusCodec.encodeGenerally(done)
    #expect(try done.writtenFast() == bytes)
    #expect(try BusCodec.decode(from: bytes) == done)
    let readable = Done(items: Self.entities.map { $0.adding(extra.filter { $0.key != "Zoo" }) })
    #expect(Done.readFast(try BusCodec.encode(readable)) == readable)
  }

  @Test("Members may have any order, spaces between them, and be null")
  func order() throws {
    let json = #"""
      { "parts" : 0, "notes": ["\"items\":[{"], "items" : [
        {"title": "T\/\"", "kind":"album", "price": 1.50, "id":"a:album:1", "ids": [ "a:album:1" ],
         "artist":null , "genres" : [ ], "links":{ } } ] , "skipped":2 }
      """#
    let bytes = Array(json.utf8)
    let body = try #require(Done.readFast(bytes))
    #expect(body == (try BusCodec.decodeGenerally(from: bytes)))
    #expect(body.items?.elements.count == 1)
  }

  @Test(
    "Everything that is not plain is left to the general coder",
    arguments: [
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","new":null"#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","new":1.0"#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","new":1,"new":2"#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","\u0070rice":1"#,
      #""new":1,"id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","id":"a:album:1""#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","title":"U""#,
      #""id":"a:album:1","kind":"album","title":"T""#,
      #""id":"a:album:1","ids":["a:album:1"],"title":"T""#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"song","title":1"#,
      #""id":"a","ids":["a:album:1"],"kind":"album","title":"T""#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","price":01"#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","rank":1.0"#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","genres":null"#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","links":{"a":"1","a":"2"}"#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","#,
    ]
  )
  func others(_ members: String) {
    let bytes = Array("{\"items\":[{\(members)}],\"parts\":0}".utf8)
    #expect(Done.readFast(bytes) == nil)
    let general = try? BusCodec.decodeGenerally(Done.self, from: bytes)
    #expect((try? BusCodec.decode(Done.self, from: bytes)) == general)
  }

  @Test(
    "Escapes and exponents are read as by the general coder",
    arguments: [
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T\u00e9""#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","price":1e2"#,
      #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T","new":{"a":[1.5,true,[]]}"#,
      #""new":"\u00e9" ,"z" : {}, "title":"T","a":-1,"ids":["a:album:1"],"kind":"album","id":"a:album:1""#,
    ]
  )
  func unusual(_ members: String) throws {
    let bytes = Array("{\"items\":[{\(members)}],\"parts\":0}".utf8)
    let body = try #require(Done.readFast(bytes))
    #expect(body == (try BusCodec.decodeGenerally(from: bytes)))
    #expect(body.items?.skipped == 0)
  }

  @Test(
    "The end of a list is read as by the general coder",
    arguments: [
      #""parts":0"#, #""parts":3,"freshMs":5,"next":50,"skipped":2,"total":918"#,
      #""parts":0,"spent":{"a.example":1,"b":0},"notes":["a \" b","é"]"#, #""parts":0,"spent":{}"#,
      #""parts":0,"spent":{"a":1,"a":2}"#, #""parts":0,"new":[]"#,
      #""parts":null"#,
      #""parts":0,"ids":["a:album:1"],"sources":[]"#, #""skipped":1"#,
    ]
  )
  func listEnd(_ members: String) {
    let album = #"{"id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"T"}"#
    let bytes = Array("{\"items\":[\(album)],\(members)}".utf8)
    let general = try? BusCodec.decodeGenerally(Done.self, from: bytes)
    #expect((try? BusCodec.decode(Done.self, from: bytes)) == general)
    let isPlain = !members.contains("new") && !members.contains("sources")
    let rest = Array("{\"items\":[],\(members)}".utf8)
    #expect(
      (PlainDone.readFast(rest) != nil)
        == (isPlain && general != nil && !members.contains(#""a":2"#))
    )
  }

  @Test(
    "The end of a list is written as by the general coder",
    arguments: [
      #""parts":0"#, #""parts":3,"freshMs":5,"next":50,"skipped":2,"total":918"#,
      #""parts":0,"spent":{"z.example":1,"a/b \" é":0},"notes":["a \" b","é"]"#,
      #""parts":0,"spent":{}"#, #""parts":0,"notes":[]"#, #""parts":0,"totalIsExact":true"#,
      #""parts":0,"ids":["a:album:1"],"sources":[]"#, #""parts":0,"revision":3"#,
    ]
  )
  func writtenListEnd(_ members: String) throws {
    let done: Done = try BusCodec.decodeGenerally(from: Array("{\"items\":[],\(members)}".utf8))
    #expect(try done.encodeRest() == BusCodec.encodeGenerally(done))
    let isPlain = !["totalIsExact", "sources", "revision"].contains { members.contains($0) }
    #expect((PlainDone(done) != nil) == isPlain)
  }

  @Test("An id that is missing from the ids is added, as by the general coder")
  func missingID() throws {
    let json =
      #"{"items":[{"id":"a:album:1","ids":["b:album:2"],"kind":"album","title":""}],"parts":0}"#
    let body = try #require(Done.readFast(Array(json.utf8)))
    #expect(body == (try BusCodec.decodeGenerally(from: Array(json.utf8))))
    #expect(body.items?.elements.first?.ids.count == 2)
  }

  @Test("Whatever bytes are read directly, the general coder reads alike")
  func mutations() throws {
    var generator = SystemRandomNumberGenerator()
    let extra: [String: JSONValue] = [
      "a": "x", "m": [1, .number(2.5), true], "z": ["b": "", "c": -3],
    ]
    let done = Done(parts: 3, items: Self.entities + Self.entities.map { $0.adding(extra) })
    let original = try BusCodec.encode(done)
    let signs = Array("\"\\{}[]:, 019-.eE/nt\u{0}\u{1F}\u{80}".utf8)
    var agreed = 0
    for _ in 0..<LongRun.pick(600, long: 6_000) {
      var bytes = original
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        let position = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[position] = signs[Int.random(in: signs.indices, using: &generator)]
        case 1: bytes.remove(at: position)
        default: bytes.insert(bytes[Int.random(in: bytes.indices, using: &generator)], at: position)
        }
      }
      guard let body = Done.readFast(bytes), (try? UTF8Span(validating: bytes.span)) != nil else {
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(body == (try? BusCodec.decodeGenerally(from: bytes)), "\(text)")
      agreed += 1
    }
    #expect(agreed > 100)
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
