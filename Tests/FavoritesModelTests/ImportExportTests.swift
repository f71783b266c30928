import BusProtocol
import FavoritesModel
import MusicModel
import TestKit
import Testing

@Suite("Export and import")
struct ExchangeTests {
  private var document: FavoritesDocument {
    var document = FavoritesDocument.holding([
      Samples.artist(1, "Guns N' Roses; \"live\""), Samples.album(2, "A, B\nC", date: "1980-06"),
      Samples.song(3, "😀"),
    ])
    _ = document.note(document.key("😀"), "first\r\nsecond, \"third\"", now: Samples.moment(9))
    _ = document.move(document.key("😀"), to: .first, now: Samples.moment(10))
    return document
  }

  private func bring(
    _ text: [UInt8],
    into document: inout FavoritesDocument
  ) -> [ChangeResult] {
    var random = SeededRandom(8)
    let rows = FavoritesImport(text)
    #expect(rows.refused.isEmpty)
    return document.importRows(rows.items, now: Samples.moment(500), using: &random).results
  }

  @Test(
    "reads an entity as it was exported like any other text of it",
    arguments: [
      #"{"id":"a:song:1","ids":["a:song:1"],"kind":"song","price":1.29,"title":"é / ℗"}"#,
      #"{"id":"a:song:1","ids":["a:song:1"],"kind":"song","price":1.290,"title":"x"}"#,
      #"{"id":"a:song:1","ids":["a:song:1"],"kind":"song","title":"\u0041\n"}"#,
      #"{"kind":"song", "id":"a:song:1","ids":["a:song:1"],"title":"x"}"#,
      #"{"id":"a:song:1","ids":["a:song:1"],"kind":"song","title":"x","zoo":1}"#,
      #"{"id":"a:song:1","ids":["a:song:1"],"kind":"song","title":"x","title":"x"}"#,
      #"{"id":"a:song:1","ids":["a:song:1"],"kind":"song","price":007,"title":"x"}"#,
    ]
  )
  func canonical(_ entity: String) throws {
    let added = #""added":"2026-01-02T03:04:05.000000Z","note":"a \"note\"""#
    for text in [entity, #"{\#(added),"entity":\#(entity)}"#] {
      let row = Array(text.utf8)[...]
      // The same value in another form, which is decoded.
      let other = Array(" \(text)".replacing(":", with: ": ", maxReplacements: 1).utf8)[...]
      let item = try? FavoritesImport.Item(row)
      let expected = try? FavoritesImport.Item(other)
      #expect(item == expected)
      #expect(item?.content.entityText == expected?.content.entityText)
    }
  }

  @Test("reads lines step by step, as many as are needed")
  func steps() throws {
    let lines = (1...1000).map {
      #"{"id":"a:artist:\#($0)","ids":["a:artist:\#($0)"],"kind":"artist","name":"\#($0)"}"#
    }
    var rows = FavoritesImport(
      beginning: Array((lines + ["nonsense"]).joined(separator: "\n").utf8)
    )
    #expect(rows.items.isEmpty && rows.remainingLineCount == 1000)
    rows.readMore()
    #expect(!rows.isComplete && (1..<1000).contains(rows.items.count))
    let first = rows.takeItems(2) { _ in true }
    #expect(first.map(\.content.name) == ["1", "2"])
    #expect(rows.takeItems(5) { _ in false }.map(\.content.name) == ["3"])
    while !rows.isComplete { rows.readMore() }
    #expect(rows.items.map(\.content.name) == (4...1000).map(String.init))
    #expect(rows.refused.map(\.number) == [1001])
  }

  @Test(
    "an exported document is imported without loss",
    arguments: [CallParameters.FavoriteFormat.json, .jsonl]
  )
  func roundTrip(format: CallParameters.FavoriteFormat) {
    var source = document
    var copy = FavoritesDocument()
    let results = bring(source.export(as: format).text, into: &copy)
    #expect(results == copy.shown.map { .done(.added, $0.fav) })
    for (one, other) in zip(source.shown, copy.shown) {
      #expect(one.fav == other.fav)
      #expect(one.entity == other.entity)
      #expect(one.note == other.note)
      #expect(one.added == other.added)
    }
    #expect(copy.count == 3)
  }

  @Test(
    "importing twice changes nothing more",
    arguments: [CallParameters.FavoriteFormat.json, .jsonl]
  )
  func idempotent(format: CallParameters.FavoriteFormat) {
    var copy = document
    let text = copy.export(as: format).text
    let before = copy.shown
    #expect(bring(text, into: &copy) == before.map { .done(.unchanged, $0.fav) })
    #expect(copy.lastPending == document.lastPending)
    var fresh = FavoritesDocument()
    _ = bring(text, into: &fresh)
    let once = fresh.shown
    #expect(
      bring(text, into: &fresh).containsOnly {
        if case .done(.unchanged, _) = $0 { true } else { false }
      }
    )
    #expect(fresh.shown == once)
  }

  @Test("a table has a line per favourite, which spreadsheets read as UTF-8")
  func table() throws {
    var source = document
    let text = String(decoding: source.export(as: .csv).text, as: UTF8.self)
    // Without the mark, spreadsheets do not read UTF-8.
    let head = "\u{FEFF}fav,kind,name,artist,album,date,genres,ids,added,note\r\n"
    #expect(text.hasPrefix(head))
    for favorite in source.shown { #expect(text.contains(favorite.fav.description)) }
    #expect(text.contains("1980-06,\"Jazz; Soul\","))
  }

  @Test(
    "a table contains no cell that a spreadsheet would execute",
    arguments: [
      "=1+1", "+49 30", "-5 dB", "@import", "\tTab", "＝SUM(A1)", "'=1+1", "''@a", "'Til Tuesday",
      "'",
      "=HYPERLINK(\"http://x\",\"y\")", "a=b",
    ]
  )
  func formulas(_ name: String) {
    var source = FavoritesDocument.holding([Samples.album(2, name)])
    _ = source.note(source.key(name), name, now: Samples.moment(20))
    let text = source.export(as: .csv).text
    let cells = String(decoding: text, as: UTF8.self).split { ",\r\n\"\r\n".contains($0) }
    #expect(!cells.contains { "=+-@\t＝＋－＠".contains($0.first ?? " ") }, "\(cells)")
  }

  @Test("a new line of a note is added at its end, and nothing of the note is lost")
  func note() throws {
    var document = FavoritesDocument.holding([Samples.artist(4)])
    let key = document.key("Artist 4")
    _ = document.note(key, "one\r\n\r\ntwo", now: Samples.moment(9))
    let id = "itunes:artist:4"
    let row = #"{"note":"two\nthree","entity":{"kind":"artist","id":"\#(id)","name":"Artist 4"}}"#
    #expect(
      bring(Array(row.utf8), into: &document) == document.shown.map { .done(.updated, $0.fav) }
    )
    #expect(document.shown.map(\.note) == ["one\r\n\r\ntwo\nthree"])
  }

  @Test("printed search results and other documents can be imported")
  func other() {
    let printed = #"{"kind":"artist","id":"itunes:artist:7","name":"Nina","favorite":false}"#
    var copy = FavoritesDocument()
    #expect(bring(Array("\(printed)\n\(printed)\n".utf8), into: &copy).count == 2)
    #expect(copy.names() == ["Nina"])
    _ = bring(document.compacted(), into: &copy)
    #expect(copy.names() == ["Nina", "😀", "Guns N' Roses; \"live\"", "A, B\nC"])
  }

  @Test("an existing favourite gains missing details and loses nothing")
  func merged() {
    var copy = FavoritesDocument.holding([Samples.album(2, "Local title")])
    _ = copy.note(copy.key("Local title"), "ours", now: Samples.moment(20))
    let text =
      #"{"entity":{"kind":"album","id":"itunes:album:2","ids":["x:album:9"],"title":"T","#
      + #""copyright":"C"},"note":"theirs"}"#
    #expect(bring(Array(text.utf8), into: &copy) == [.done(.updated, copy.shown[0].fav)])
    #expect(copy.shown[0].note == "ours\ntheirs")
    #expect(copy.shown[0].entity.displayName == "Local title")
    #expect(copy.favorite(EntityID("x:album:9")!) != nil)
    #expect(bring(Array(text.utf8), into: &copy) == [.done(.unchanged, copy.shown[0].fav)])
  }

  @Test("a favourite of which only the name is known gains the other members, references included")
  func completed() throws {
    let full = [Samples.artist(1), Samples.album(2), Samples.song(3)]
    var original = FavoritesDocument.holding(full)
    var copy = FavoritesDocument()
    let named = full.map { entity in
      let name = entity.kind == .artist ? "name" : "title"
      return
        #"{"kind":"\#(entity.kind.rawValue)","id":"\#(entity.id)","\#(name)":"\#(entity.displayName)"}"#
    }
    _ = bring(Array(named.joined(separator: "\n").utf8), into: &copy)
    let json = original.export(as: .json).text
    let completed = bring(json, into: &copy)
    #expect(completed == copy.shown.map { .done(.updated, $0.fav) })
    #expect(copy.shown.map(\.entity) == original.shown.map(\.entity))
    #expect(bring(json, into: &copy) == copy.shown.map { .done(.unchanged, $0.fav) })
  }

  @Test("a restored favourite has its old id, at the end")
  func removed() {
    var copy = document
    let text = copy.export(as: .json).text
    let favs = copy.shown.map(\.fav)
    _ = copy.remove([.fav(favs[0])], now: Samples.moment(100))
    #expect(bring(text, into: &copy)[0] == .done(.added, favs[0]))
    #expect(copy.shown.map(\.fav) == [favs[1], favs[2], favs[0]])
    _ = copy.undo(now: Samples.moment(600))
    #expect(copy.shown.map(\.fav) == [favs[1], favs[2]])
  }

  @Test(
    "rows that cannot be imported are reported one by one",
    arguments: [
      (
        "[{\"kind\":\"artist\",\"id\":\"a:artist:1\",\"name\":\"N\"}, 7]", 2,
        "it is not a JSON object"
      ),
      (
        "[{\"kind\":\"artist\",\"id\":\"a:artist:1\",\"name\":\"N\"}", 1,
        "invalid JSON: a comma or ] is missing"
      ),
      (
        "{\"kind\":\"chart\",\"id\":\"a:chart:1\",\"title\":\"T\"}", 1,
        "a chart of this size cannot be a favourite"
      ),
      ("{}\n", 1, "it is not an artist, album or song: the member \"kind\" is missing"),
      (
        "{\"format\":\"musicbus-favorites\",\"version\":9}\n", 1,
        "the document is of the newer version 9"
      ),
    ]
  )
  func refused(text: String, number: Int, reason: String) {
    let rows = FavoritesImport(Array(text.utf8))
    #expect(rows.refused.map(\.number) == [number])
    #expect(rows.refused.map(\.reason) == [reason])
  }

  @Test(
    "the chunks of an export form the whole",
    arguments: [CallParameters.FavoriteFormat.json, .jsonl]
  )
  func parts(format: CallParameters.FavoriteFormat) {
    var source = FavoritesDocument.holding((0..<23).map { Samples.song($0) })
    var text: [UInt8] = []
    var offset: Int? = 0
    while let start = offset {
      let part = source.export(as: format, offset: start, bytes: 700)
      #expect((1..<1700).contains(part.text.count))
      text += part.text
      offset = part.next
    }
    #expect(text == source.export(as: format).text)
    #expect(FavoritesImport(text).items.count == 23)
  }

  @Test(
    "a document without favourites can be exported and imported",
    arguments: [CallParameters.FavoriteFormat.json, .jsonl]
  )
  func empty(format: CallParameters.FavoriteFormat) {
    var source = FavoritesDocument()
    let rows = FavoritesImport(source.export(as: format).text)
    #expect(rows.items.isEmpty && rows.refused.isEmpty)
  }
}
