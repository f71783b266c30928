import MusicModel
import Testing

@testable import FavoritesModel

@Suite("Snapshots in normal form")
struct NormalSnapshotTests {
  /// Favourites of all kinds: plain ones, some with notes, some that only the decoder can handle.
  private func document() throws -> FavoritesDocument {
    var plain = Samples.artist(10)
    if case .artist(var artist) = plain {
      artist.extra = [:]
      plain = .artist(artist)
    }
    var document = FavoritesDocument.holding([
      Samples.album(1, "Pastel \"Blues\"\n", date: "1965-10"), plain, Samples.song(20),
      // With members that this version does not know.
      Samples.artist(11),
    ])
    _ = document.note(document.key("Song 20"), "Played \"loud\"", now: Samples.moment(86_400))
    var random = SeededRandom(2)
    let rows = """
      {"kind":"song","id":"x:song:1","ids":["x:song:1"],"title":"Not a name","price":1.50}
      {"title":"Unsorted","kind":"song","id":"x:song:2"}
      """
    _ = document.importRows(
      FavoritesImport(Array(rows.utf8)).items,
      now: Samples.moment(90_000),
      using: &random
    )
    return document
  }

  private func contents(_ document: FavoritesDocument) -> [FavoriteContent] {
    document.records.compactMap(\.content)
  }

  private func normal(_ text: String, _ kind: EntityKind = .song) -> NormalSnapshot? {
    let bytes = Array(text.utf8)
    return NormalSnapshot(bytes, 0..<bytes.count, kind: kind)
  }

  @Test("are recognized, and others are left to the decoder")
  func recognition() throws {
    let contents = contents(try document())
    #expect(contents.filter { $0.normalSnapshot == nil }.map(\.name) == ["Artist 11"])
    #expect(normal(#"{"id":"x:song:1","ids":["x:song:1"],"kind":"song","title":"A"}"#) != nil)
    for text in [
      #"{"id":"x:song:1","ids":["x:song:1"],"kind":"song","title":"A"} "#,
      #"{"id":"x:song:1","ids":["x:song:1"],"kind":"song","title":"\u00e9\/"}"#,
    ] { #expect(normal(text) != nil, "\(text)") }
  }

  @Test(
    "have sorted members of the right types, none of a list, and an id that is the first",
    arguments: [
      "", "{}", "[]", "7", #"{"id":"x:song:1","ids":["x:song:1"],"kind":"song"}"#,
      #"{"id":"x:song:1","ids":["x:song:1"],"kind":"song","title":7}"#,
      #"{"id":"x:song:1","ids":["x:song:1"],"kind":"album","title":"A"}"#,
      #"{"id":"x:song:1","ids":["x:song:2","x:song:1"],"kind":"song","title":"A"}"#,
      #"{"id":"x:song","ids":["x:song"],"kind":"song","title":"A"}"#,
      #"{"id":"x:song:1","ids":[],"kind":"song","title":"A"}"#,
      #"{"id":"x:song:1","ids":["x:song:1"],"kind":"song","title":"A","title":"B"}"#,
      #"{"id":"x:song:1","ids":["x:song:1"],"kind":"song","title":"A"}x"#,
      #"{"id":"x:song:1","ids":["x:song:1"],"kind":"song","title":"A""#,
      #"{"ids":["x:song:1"],"id":"x:song:1","kind":"song","title":"A"}"#,
      #"{"id":"x:song:1","ids":["x:song:1"],"kind":"song","mood":1,"title":"A"}"#,
      #"{"id":"x:song:1","ids":["x:song:1"],"kind":"song","rank":1,"title":"A"}"#,
      #"{"favorite":true,"id":"x:song:1","ids":["x:song:1"],"kind":"song","title":"A"}"#,
      #"{"explicit":null,"id":"x:song:1","ids":["x:song:1"],"kind":"song","title":"A"}"#,
      #"{"artist":{},"id":"x:song:1","ids":["x:song:1"],"kind":"song","title":"A"}"#,
      #"{"artist":{"name":"A","x":1},"id":"x:song:1","ids":["x:song:1"],"kind":"song","title":"A"}"#,
      #"{"id":"x:song:1","ids":["x:song:1"],"kind":"song","links":{"b":"","a":""},"title":"A"}"#,
      #"{"id":"x:song:1","ids":["x:song:1"],"kind":"song","releaseDate":"soon","title":"A"}"#,
    ]
  )
  func rejected(text: String) {
    #expect(normal(text) == nil)
  }

  @Test("are listed as the decoder and the encoder would list them", arguments: [true, false])
  func listing(isBrief: Bool) throws {
    var document = try document()
    var query = FavoritesQuery()
    for offset in 0..<3 {
      (query.offset, query.limit) = (offset * 2, 2)
      let page = document.page(query)
      let encoded = document.encodedPage(query, isBrief: isBrief)
      #expect(encoded.total == page.total && encoded.next == page.next)
      for (text, favorite) in zip(encoded.favorites, page.favorites) {
        let report = isBrief ? favorite.report.brief : favorite.report
        #expect(
          String(decoding: text, as: UTF8.self)
            == String(decoding: try JSONText.write(report), as: UTF8.self)
        )
      }
      #expect(encoded.favorites.count == page.favorites.count)
    }
  }

  @Test("favourites of one entity are listed together, decoded")
  func group() throws {
    // Two documents to which the same song was added.
    let lines = [1, 2].flatMap { seed in
      FavoritesDocument.holding([Samples.song(1)], seed: seed).records.map(\.line)
    }
    var document = FavoritesDocument(lines)
    let text = try #require(document.encodedPage(FavoritesQuery(), isBrief: true).favorites.first)
    #expect(String(decoding: text, as: UTF8.self).contains("\"members\":["))
    #expect(document.encodedPage(FavoritesQuery(), isBrief: true).total == 1)
  }

  @Test("are read by the decoder, whatever was changed in them")
  func damage() throws {
    var random = SeededRandom(7)
    var normalCount = 0
    for content in contents(try document()) {
      for _ in 0..<3_000 {
        var text = Array(content.entityText)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let index = text.indices.randomElement(using: &random) ?? 0
          switch Int.random(in: 0..<3, using: &random) {
          case 0: text[index] = UInt8.random(in: 0x20...0x7E, using: &random)
          case 1: text.remove(at: index)
          default: text.insert(text[Int.random(in: 0..<text.count, using: &random)], at: index)
          }
        }
        guard let snapshot = NormalSnapshot(text, 0..<text.count, kind: content.kind) else {
          continue
        }
        normalCount += 1
        let entity = try JSONText.readEntity(text[...])
        #expect(entity.kind == content.kind)
        #expect(JSONText.string(text, snapshot.name) == entity.displayName)
      }
    }
    #expect(normalCount > 100, "the test means something")
  }

  @Test("are imported as they are, like what the decoder makes of them")
  func importing() throws {
    for content in contents(try document()) where content.normalSnapshot != nil {
      let text = Array(content.entityText)
      let copied = try #require(FavoriteContent(normal: text))
      #expect(copied == FavoriteContent(try JSONText.readEntity(text[...])))
      #expect(copied == content)
    }
    let unsorted = #"{"id":"x:song:2","ids":["x:song:2","x:song:1"],"kind":"song","title":"A"}"#
    #expect(FavoriteContent(normal: Array(unsorted.utf8)) == nil, "ids have an order")
  }
}
