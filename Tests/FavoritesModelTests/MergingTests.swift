import FavoritesModel
import MusicModel
import Testing

@Suite("Merging two documents")
struct UnitingTests {
  private let base = FavoritesDocument.holding((0..<5).map { Samples.song($0) })

  private func united(_ one: FavoritesDocument, _ other: FavoritesDocument) -> FavoritesDocument {
    var document = one
    document.merge(other.lines)
    return document
  }

  @Test("includes the changes of both, in any order")
  func both() throws {
    var (one, other) = (base, base)
    var random = SeededRandom(4)
    _ = one.add([Samples.artist(1)], now: Samples.moment(100), using: &random)
    _ = one.note(one.key("Song 0"), "ours", now: Samples.moment(101))
    _ = one.move(one.key("Song 1"), to: .last, now: Samples.moment(102))
    _ = other.add([Samples.artist(2)], now: Samples.moment(103), using: &random)
    _ = other.remove([other.key("Song 2")], now: Samples.moment(104))
    _ = other.note(other.key("Song 0"), "theirs", now: Samples.moment(105))
    _ = other.note(other.key("Song 1"), "also", now: Samples.moment(106))
    let document = united(one, other)
    #expect(document.shown == united(other, one).shown)
    #expect(document.shown == FavoritesDocument(one.lines + other.lines).shown)
    let names = Set(document.shown.map(\.entity.displayName))
    #expect(names == ["Song 0", "Song 1", "Song 3", "Song 4", "Artist 1", "Artist 2"])
    #expect(document.show(document.key("Song 0"))?.note == "theirs")
    #expect(document.show(document.key("Song 1"))?.note == "also")
    #expect(try read(document.compacted()).shown == document.shown)
  }

  @Test("an older copy changes nothing, and does not restore removed favourites")
  func older() {
    var document = base
    _ = document.remove([document.key("Song 2")], now: Samples.moment(100))
    _ = document.note(document.key("Song 3"), "x", now: Samples.moment(101))
    let (before, past) = (document.shown, document.past)
    document.merge(base.lines)
    #expect(document.shown == before)
    #expect(document.past == past)
  }

  @Test("a favourite that was removed here but changed there later stays")
  func removedAndChanged() {
    var (one, other) = (base, base)
    _ = one.remove([one.key("Song 2")], now: Samples.moment(100))
    _ = other.note(other.key("Song 2"), "x", now: Samples.moment(101))
    #expect(united(one, other).shown.count == 5)
    var later = base
    _ = later.remove([later.key("Song 2")], now: Samples.moment(102))
    #expect(united(other, later).shown.count == 4)
  }

  @Test("tombstones survive compaction until they expire")
  func removals() throws {
    var document = base
    _ = document.remove([document.key("Song 2")], now: Samples.moment(100))
    for step in 0..<150 {
      _ = document.note(document.key("Song 3"), "\(step)", now: Samples.moment(200 + step))
    }
    document = try read(document.compacted())
    #expect(document.lines.contains { $0.event == .gone })
    document.merge(base.lines)
    #expect(document.count == 4)
    let old = Samples.moment(181 * 86_400)
    _ = document.note(document.key("Song 3"), "much later", now: old)
    #expect(!document.lines.contains { $0.event == .gone })
  }

  @Test("adding the same entity in two documents gives one favourite")
  func sameAdded() {
    var (one, other) = (base, base)
    var (random, otherRandom) = (SeededRandom(1), SeededRandom(2))
    _ = one.add([Samples.artist(1)], now: Samples.moment(100), using: &random)
    _ = other.add([Samples.artist(1)], now: Samples.moment(101), using: &otherRandom)
    let document = united(one, other)
    #expect(document.count == 6)
    #expect(document.shown.last?.members.count == 2)
  }

  @Test("there is a position between two equal ranks")
  func sameRank() {
    var (one, other) = (base, base)
    var (random, otherRandom) = (SeededRandom(1), SeededRandom(2))
    _ = one.add([Samples.artist(1)], now: Samples.moment(100), using: &random)
    _ = other.add([Samples.artist(2)], now: Samples.moment(101), using: &otherRandom)
    var document = united(one, other)
    let names = document.names()
    let outcome = document.move(
      document.key("Song 0"),
      to: .after(document.key(names[5])),
      now: Samples.moment(200)
    )
    #expect(outcome.results.count == 1)
    #expect(document.names() == Array(names[1...5]) + ["Song 0", names[6]])
  }
}
