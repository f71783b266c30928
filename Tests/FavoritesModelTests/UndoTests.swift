import BusProtocol
import FavoritesModel
import MusicModel
import Testing

@Suite("Undo")
struct UndoTests {
  var random = SeededRandom(11)

  /// A document with one change of each kind, and the lists before each.
  private mutating func busy() -> (document: FavoritesDocument, states: [[Favorite]]) {
    var document = FavoritesDocument()
    var states: [[Favorite]] = []
    let songs = (0..<4).map { Samples.song($0) }
    typealias Step = (inout FavoritesDocument, inout SeededRandom, Timestamp) -> FavoritesChange?
    let changes: [Step] = [
      { $0.add(songs, now: $2, using: &$1).change },
      { $0.note($0.key("Song 1"), "loud", now: $2).change },
      { $0.move($0.key("Song 3"), to: .first, now: $2).change },
      { $0.remove([$0.key("Song 1"), $0.key("Song 2")], now: $2).change },
      { $0.add([Samples.artist(1)], now: $2, using: &$1).change },
      { $0.move($0.key("Song 0"), to: .last, now: $2).change },
    ]
    for (position, change) in changes.enumerated() {
      states.append(document.shown)
      #expect(change(&document, &random, Samples.moment(position)) != nil)
    }
    document.settle(upTo: Samples.moment(100))
    return (document, states.reversed())
  }

  @Test("undoes one change after the other")
  mutating func all() {
    var (document, states) = busy()
    for state in states {
      #expect(document.undo(now: Samples.moment(200)).results.count == 1)
      #expect(document.shown == state)
    }
    #expect(document.undo(now: Samples.moment(300)).results.isEmpty)
    #expect(document.undo(now: Samples.moment(300)).change == nil)
  }

  @Test("continues after a restart, after a compaction, and in between")
  mutating func restarted() throws {
    var (document, states) = busy()
    for state in states {
      document = try read(document.compacted())
      _ = document.undo(now: Samples.moment(200))
      #expect(document.shown == state)
    }
    document = try read(document.compacted())
    #expect(document.undo(now: Samples.moment(300)).results.isEmpty)
  }

  @Test("reports the undone change")
  mutating func acknowledged() {
    var (document, _) = busy()
    let kinds = (0..<6).map { _ in
      document.undo(now: Samples.moment(200)).results[0].steps.map(\.kind)
    }
    #expect(
      kinds == [
        [.moved], [.added], [.removed, .removed], [.moved], [.noted],
        [.added, .added, .added, .added],
      ]
    )
  }

  @Test("undoes the renumbering of neighbours together with the move that caused it")
  func crowded() throws {
    var document = FavoritesDocument.holding((0..<20).map { Samples.song($0) })
    var states: [[String]] = []
    var step = 100
    while states.count < FavoriteLimits.maxUndo {
      states.append(document.names())
      // The last two swap positions at the front repeatedly.
      let name = document.names()[2]
      _ = document.move(
        document.key(name),
        to: .after(document.key(document.names()[0])),
        now: Samples.moment(step)
      )
      step += 1
    }
    document = try read(document.compacted())
    for state in states.reversed() {
      _ = document.undo(now: Samples.moment(step))
      #expect(document.names() == state)
    }
  }

  @Test("is possible for the last hundred changes")
  func bounded() {
    var document = FavoritesDocument.holding([Samples.song(1)])
    for step in 0..<150 {
      _ = document.note(document.key("Song 1"), "note \(step)", now: Samples.moment(10 + step))
    }
    var count = 0
    while !document.undo(now: Samples.moment(999)).results.isEmpty { count += 1 }
    #expect(count == FavoriteLimits.maxUndo)
    #expect(document.shown[0].note == "note 49")
  }

  @Test("undoes all changes of an import at once, but first what the user has done since it began")
  mutating func batch() throws {
    var document = FavoritesDocument.holding([Samples.artist(9)])
    func items(_ numbers: ClosedRange<Int>) -> [FavoritesImport.Item] {
      numbers.compactMap { number in
        let row = try? JSONCodec.encode(Samples.song(number))
        return row.flatMap { try? FavoritesImport.Item($0[...]) }
      }
    }
    for (step, numbers) in [1...3, 4...6, 7...7].enumerated() {
      let (now, batch) = (Samples.moment(10 + 10 * step), "import-1")
      _ = document.importRows(items(numbers), batch: batch, now: now, using: &random)
      // Between two parts of the import, the user adds something.
      if step == 0 { _ = document.add([Samples.album(1)], now: Samples.moment(15), using: &random) }
    }
    document.settle(upTo: Samples.moment(100))
    for restarted in [false, true] {
      var copy = document
      if restarted { copy = try read(document.compacted()) }
      #expect(copy.undo(now: Samples.moment(200)).results[0].steps.map(\.kind) == [.added])
      #expect(copy.names() == ["Artist 9"] + (1...7).map { "Song \($0)" })
      copy = try read(copy.compacted())
      #expect(copy.undo(now: Samples.moment(300)).results[0].steps.count == 7)
      #expect(copy.names() == ["Artist 9"])
    }
  }

  @Test("refreshing a snapshot is not a user's change")
  func refreshed() {
    var document = FavoritesDocument.holding([Samples.song(1)])
    _ = document.note(document.key("Song 1"), "x", now: Samples.moment(5))
    _ = document.refresh([Samples.song(1, "Renamed")], now: Samples.moment(90_000))
    #expect(document.undo(now: Samples.moment(90_001)).results[0].steps[0].kind == .noted)
    #expect(document.names() == ["Renamed"])
  }
}

@Suite("A change that does not reach the disk")
struct PendingTests {
  @Test("is rolled back without a trace, with all later changes")
  func reverted() {
    var document = FavoritesDocument.holding([Samples.song(1), Samples.song(2)])
    var random = SeededRandom(2)
    let (before, past) = (document.shown, document.past)
    let first = document.add([Samples.song(3)], now: Samples.moment(50), using: &random).change!
    let second = document.move(document.key("Song 3"), to: .first, now: Samples.moment(51)).change!
    let third = document.remove([document.key("Song 1")], now: Samples.moment(52)).change!
    #expect(document.lastPending == third.at)
    #expect(document.revert(from: first.at) == [first.at, second.at, third.at])
    #expect(document.shown == before)
    #expect(document.past == past)
    #expect(document.lastPending == nil)
    #expect(document.record(first.lines[0].fav) == nil)
  }

  @Test("is not rolled back once it is durable")
  func settled() {
    var document = FavoritesDocument.holding([Samples.song(1)])
    let first = document.note(document.key("Song 1"), "a", now: Samples.moment(50)).change!
    let second = document.note(document.key("Song 1"), "b", now: Samples.moment(51)).change!
    document.settle(upTo: first.at)
    #expect(document.revert(from: first.at) == [second.at])
    #expect(document.shown[0].note == "a")
  }

  @Test("does not affect external changes made meanwhile")
  func united() {
    var document = FavoritesDocument.holding([Samples.song(1)])
    var other = document
    _ = other.note(other.key("Song 1"), "theirs", now: Samples.moment(40))
    let change =
      document.move(document.key("Song 1"), to: .last, now: Samples.moment(50)).change
      ?? document.note(document.key("Song 1"), "ours", now: Samples.moment(50)).change!
    document.merge(other.lines)
    document.revert(from: change.at)
    #expect(document.shown == other.shown)
  }
}
