import BusProtocol
import FavoritesModel
import MusicModel
import Testing

/// Several rows of one import, or lines of one change, that concern the same favourite.
@Suite("Rows of one favourite")
struct RepeatedRowsTests {
  /// Rows of the album `a:album:1` with these further members.
  private static func rows(_ members: String...) -> String {
    let base = #""id":"a:album:1","ids":["a:album:1"],"kind":"album","title":"Blue""#
    return members.map { "{\(base)\($0)}\n" }.joined()
  }

  private static func row(note: String) -> String {
    "{\"entity\":\(rows("").dropLast()),\"note\":\"\(note)\"}\n"
  }

  private static let imports = [
    rows(#","label":"L""#, #","copyright":"C""#),
    rows(#","label":"L""#, #","copyright":"C""#, #","copyright":"C""#),
    rows("", #","price":1,"currency":"EUR""#, #","label":"L""#, #","trackCount":9"#),
    rows("") + row(note: "A"),
    row(note: "B") + row(note: "A") + rows(#","label":"L""#),
    rows(#","label":"Z""#) + row(note: "A") + rows(#","copyright":"A""#) + row(note: "B"),
  ]

  @discardableResult
  private func bring(
    _ text: String,
    into document: inout FavoritesDocument,
    at seconds: Int = 500
  ) -> FavoritesOutcome<ChangeResult> {
    var random = SeededRandom(8)
    return document.importRows(
      FavoritesImport(Array(text.utf8)).items,
      now: Samples.moment(seconds),
      using: &random
    )
  }

  /// A document without the album, and one with it.
  private static let documents = [
    FavoritesDocument(),
    .holding([.album(Album(id: EntityID("a:album:1")!, title: "Blue"))]),
  ]

  @Test("are all imported, and read as they are shown", arguments: imports, 0...1)
  func imported(text: String, index: Int) throws {
    var document = Self.documents[index]
    let file = document.compacted()
    let change = try #require(bring(text, into: &document).change)
    let copy = try read(file + change.text)
    #expect(copy.shown == document.shown)
    #expect(copy.past == document.past)
    let again = bring(text, into: &document, at: 501)
    #expect(again.change == nil)
    #expect(again.results.allSatisfy { if case .done(.unchanged, _) = $0 { true } else { false } })
  }

  @Test("are undone together", arguments: imports[3...], 0...1)
  func undone(text: String, index: Int) {
    var document = Self.documents[index]
    let before = document.shown
    bring(text, into: &document)
    #expect(document.undo(now: Samples.moment(600)).results.count == 1)
    #expect(document.shown.map(\.fav) == before.map(\.fav))
    #expect(document.shown.map(\.note) == before.map(\.note))
  }

  @Test("are undone together in a document of an older version, which has a line for each row")
  func undoneOldLines() throws {
    var document = Self.documents[0]
    var change = try #require(bring(Self.rows(""), into: &document).change)
    let (fav, at) = (change.lines[0].fav, change.at)
    let note = FavoriteLine(fav, at: at, .note("A", was: nil))
    document = FavoritesDocument(change.lines + [note])
    #expect(document.shown.map(\.note) == ["A"])
    change = try #require(document.undo(now: Samples.moment(600)).change)
    #expect(document.shown.isEmpty)
    #expect(FavoritesDocument(change.lines).shown.isEmpty)
  }

  @Test("are rolled back together", arguments: imports, 0...1)
  func reverted(text: String, index: Int) throws {
    var document = Self.documents[index]
    let before = document.shown
    let change = try #require(bring(text, into: &document).change)
    document.revert(from: change.at)
    #expect(document.shown == before)
  }
}
