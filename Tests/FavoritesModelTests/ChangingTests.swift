import BusProtocol
import FavoritesModel
import MusicModel
import Testing

@Suite("Changing favourites")
struct ChangingTests {
  var random = SeededRandom(3)

  @Test("a new favourite is added at the end, and an existing one is reported as such")
  mutating func adding() throws {
    var document = FavoritesDocument.holding([Samples.artist(1)])
    let outcome = document.add(
      [Samples.album(2), Samples.artist(1)],
      now: Samples.moment(9),
      using: &random
    )
    let fav = try #require(document.favorite(EntityID("itunes:album:2")!))
    let first = try #require(document.favorite(EntityID("audiodb:artist:1")!))
    #expect(outcome.results == [.done(.added, fav), .done(.exists, first)])
    #expect(outcome.change?.lines.count == 1)
    #expect(document.names() == ["Artist 1", "Album 2"])
    #expect(document.holds(anyOf: [EntityID("x:y:z")!, EntityID("itunes:album:2")!]))
    #expect(!document.holds(anyOf: [EntityID("itunes:album:3")!]))
  }

  @Test("adding an existing favourite changes nothing and writes nothing")
  mutating func addingAgain() {
    var document = FavoritesDocument.holding([Samples.artist(1)])
    let outcome = document.add([Samples.artist(1)], now: Samples.moment(9), using: &random)
    #expect(outcome.change == nil)
    #expect(document.lastPending == nil)
  }

  @Test("a chart or an oversized entity cannot be a favourite")
  mutating func refused() {
    var document = FavoritesDocument()
    let chart = Entity.chart(Chart(id: EntityID("itunes-rss:chart:us.albums")!, title: "Top"))
    var large = Artist(id: EntityID("a:artist:1")!, name: "Large")
    large.biography = String(repeating: "x", count: FavoriteLimits.maxEntityBytes)
    let outcome = document.add([chart, .artist(large)], now: Samples.start, using: &random)
    #expect(outcome.results == [.refused(.notAFavorite(.chart)), .refused(.tooLarge)])
    #expect(outcome.change == nil)
  }

  @Test("a snapshot has no members of the list that it came from")
  mutating func snapshot() throws {
    guard case .album(var album) = Samples.album(1) else { return }
    album.rank = 7
    album.favorite = false
    album.extra = ["provenance": ["title": ["itunes"]], "shoe": 44]
    var document = FavoritesDocument()
    _ = document.add([.album(album)], now: Samples.start, using: &random)
    let entity = try #require(document.shown.first?.entity)
    guard case .album(let saved) = entity else {
      Issue.record("\(entity)")
      return
    }
    #expect(saved.rank == nil && saved.favorite == true && saved.extra == ["shoe": 44])
  }

  @Test("a removed favourite is gone, and an unknown one is reported as such")
  mutating func removing() {
    var document = FavoritesDocument.holding([Samples.artist(1), Samples.song(2)])
    let fav = document.shown[0].fav
    let keys = [FavoriteKey("itunes:artist:1")!, FavoriteKey("itunes:artist:9")!, .fav(fav)]
    let outcome = document.remove(keys, now: Samples.moment(9))
    #expect(outcome.results == [.done(.removed, fav), .absent(keys[1]), .absent(keys[2])])
    #expect(document.names() == ["Song 2"])
    #expect(!document.holds(anyOf: [EntityID("itunes:artist:1")!]))
    _ = document.add([Samples.artist(1)], now: Samples.moment(10), using: &random)
    #expect(document.names() == ["Song 2", "Artist 1"])
    #expect(document.shown[1].fav != fav)
  }

  @Test("every thousand changes release contents of removed favourites that no undo needs")
  mutating func released() throws {
    var document = FavoritesDocument.holding([Samples.artist(1), Samples.artist(2)])
    let fav = try #require(document.favorite(EntityID("itunes:artist:1")!))
    _ = document.remove([FavoriteKey("itunes:artist:1")!], now: Samples.moment(10))
    func change(_ numbers: Range<Int>) {
      for number in numbers {
        let now = Samples.moment(11 + number)
        _ = document.note(FavoriteKey("itunes:artist:2")!, "\(number)", now: now)
        document.settle(upTo: now)
      }
    }
    change(0..<FavoriteLimits.maxUndo * 2)
    #expect(document.record(fav)?.content != nil)
    change(FavoriteLimits.maxUndo * 2..<1_200)
    #expect(document.record(fav)?.content == nil)
    #expect(document.names() == ["Artist 2"])
  }

  @Test("a note can be set, replaced and removed")
  mutating func noting() {
    var document = FavoritesDocument.holding([Samples.artist(1)])
    let key = FavoriteKey("itunes:artist:1")!
    let fav = document.shown[0].fav
    #expect(document.note(key, "live!", now: Samples.moment(2)).results == [.done(.noted, fav)])
    #expect(document.shown[0].note == "live!")
    #expect(document.note(key, "live!", now: Samples.moment(3)).results == [.done(.unchanged, fav)])
    #expect(document.note(key, "", now: Samples.moment(3)).results == [.done(.noted, fav)])
    #expect(document.shown[0].note == nil)
    let long = String(repeating: "é", count: FavoriteLimits.maxNoteBytes)
    #expect(
      document.note(key, long, now: Samples.moment(3)).results == [.refused(.noteTooLong)]
    )
    let other = FavoriteKey("itunes:artist:2")!
    #expect(document.note(other, "x", now: Samples.moment(3)).results == [.absent(other)])
  }

  @Test(
    "a move places the favourite at the requested position",
    arguments: [
      (2, FavoritePosition.first, "cabde"), (2, .last, "abdec"), (0, .last, "bcdea"),
      (4, .first, "eabcd"), (0, .before(.entity(EntityID("itunes:song:3")!)), "bcade"),
      (4, .after(.entity(EntityID("itunes:song:0")!)), "aebcd"),
      (1, .before(.entity(EntityID("itunes:song:2")!)), "abcde"),
      (1, .after(.entity(EntityID("itunes:song:0")!)), "abcde"),
      (1, .before(.entity(EntityID("itunes:song:1")!)), "abcde"), (0, .first, "abcde"),
      (4, .last, "abcde"), (4, .number(2), "aebcd"), (0, .number(4), "bcdae"),
      (2, .number(3), "abcde"), (0, .number(9), "bcdea"), (3, .number(1), "dabce"),
    ]
  )
  func moving(number: Int, position: FavoritePosition, order: String) throws {
    let names = ["a", "b", "c", "d", "e"]
    var document = FavoritesDocument.holding(
      names.enumerated().map { Samples.song($0.offset, $0.element) }
    )
    let key = FavoriteKey("itunes:song:\(number)")!
    let fav = try #require(document.show(key)?.fav)
    let outcome = document.move(key, to: position, now: Samples.moment(99))
    #expect(document.names().joined() == order)
    #expect(outcome.results == [order == "abcde" ? .done(.unchanged, fav) : .done(.moved, fav)])
    #expect(outcome.change?.lines.count == (order == "abcde" ? nil : 1))
  }

  @Test("a move reports an unknown favourite")
  func movingNothing() {
    var document = FavoritesDocument.holding([Samples.song(1)])
    let here = FavoriteKey("itunes:song:1")!
    let nowhere = FavoriteKey("itunes:song:2")!
    #expect(
      document.move(nowhere, to: .first, now: Samples.moment(9)).results == [.absent(nowhere)]
    )
    #expect(
      document.move(here, to: .after(nowhere), now: Samples.moment(9)).results
        == [.absent(nowhere)]
    )
  }

  @Test("ranks stay short, and the order correct, if all moves have the same target")
  func crowded() throws {
    var document = FavoritesDocument.holding((0..<40).map { Samples.song($0) })
    var random = SeededRandom(5)
    var order = document.names()
    for step in 0..<1500 {
      let number = Int.random(in: 2..<40, using: &random)
      let name = "Song \(number)"
      _ = document.move(
        FavoriteKey("itunes:song:\(number)")!,
        to: .after(FavoriteKey("itunes:song:0")!),
        now: Samples.moment(100 + step)
      )
      order.removeAll { $0 == name }
      order.insert(name, at: order.firstIndex(of: "Song 0")! + 1)
    }
    #expect(document.names() == order)
    let longest = document.records.map { $0.rank.text.utf8.count }.max() ?? 0
    #expect(longest <= FavoriteLimits.maxRankLength)
    #expect(try read(document.compacted()).shown == document.shown)
  }

  @Test("a clock that goes backwards does not hide a change")
  func clock() {
    var document = FavoritesDocument.holding([Samples.song(1), Samples.song(2)])
    let first = document.note(FavoriteKey("itunes:song:1")!, "a", now: Samples.moment(50)).change
    let second = document.note(FavoriteKey("itunes:song:1")!, "b", now: Samples.moment(-50)).change
    #expect(document.shown[0].note == "b")
    #expect(first!.at < second!.at)
    let again = FavoritesDocument(second!.lines + document.lines + first!.lines)
    #expect(again.shown == document.shown)
  }
}

@Suite("Refreshing a snapshot")
struct RefreshTests {
  private let day = 86_400
  private let id = FavoriteKey("itunes:album:1")!

  private func fresh(_ edit: (inout Album) -> Void) -> Entity {
    guard case .album(var album) = Samples.album(1, "New title") else { return Samples.album(1) }
    edit(&album)
    return .album(album)
  }

  private func album(_ document: FavoritesDocument) -> Album? {
    guard case .album(let album) = document.show(id)?.entity else { return nil }
    return album
  }

  @Test("happens at most once a day")
  func onceADay() {
    var document = FavoritesDocument.holding([Samples.album(1)])
    #expect(document.refresh([fresh { _ in }], now: Samples.moment(60)).change == nil)
    #expect(document.refresh([fresh { _ in }], now: Samples.moment(day)).results.count == 1)
    #expect(album(document)?.title == "New title")
    let newer = fresh { $0.title = "Newer title" }
    #expect(document.refresh([newer], now: Samples.moment(day + 60)).change == nil)
    #expect(document.refresh([newer], now: Samples.moment(2 * day + 60)).change != nil)
  }

  @Test("is never emptied")
  func neverEmptied() {
    var document = FavoritesDocument.holding([Samples.album(1)])
    let before = album(document)
    let bare = fresh { album in
      album = Album(id: album.id, title: "New title")
    }
    #expect(document.refresh([bare], now: Samples.moment(day)).change != nil)
    var expected = before
    expected?.title = "New title"
    #expect(album(document) == expected)
  }

  @Test("adds new members immediately, such as another id")
  func news() {
    var document = FavoritesDocument.holding([Samples.album(1)])
    let more = fresh { album in
      album.title = "Album 1"
      album.ids.append(EntityID("mbid:release-group:abc")!)
      album.copyright = "℗ 1980"
      album.links = ["other": "https://example.net"]
    }
    #expect(document.refresh([more], now: Samples.moment(60)).change != nil)
    #expect(album(document)?.copyright == "℗ 1980")
    #expect(album(document)?.links.keys.sorted() == ["other", "shop"])
    #expect(album(document)?.id == EntityID("mbid:release-group:abc"))
    #expect(document.favorite(EntityID("mbid:release-group:abc")!) != nil)
    #expect(document.refresh([more], now: Samples.moment(61)).change == nil)
  }

  @Test("writes no line without new values, or for other entities")
  func nothingNew() {
    var document = FavoritesDocument.holding([Samples.album(1)])
    let outcome = document.refresh(
      [Samples.album(1), Samples.album(2)],
      now: Samples.moment(9 * day)
    )
    #expect(outcome.change == nil)
    #expect(outcome.results.isEmpty)
  }
}

@Suite("Favourites that are the same entity")
struct SameEntityTests {
  private func artist(_ ids: String..., name: String = "Björk") -> Entity {
    var artist = Artist(id: EntityID(ids[0])!, name: name)
    artist.ids = ids.map { EntityID($0)! }
    return .artist(artist)
  }

  /// Two favourites that were added to two copies of the file, and are the same entity.
  private func twins() -> FavoritesDocument {
    var document = FavoritesDocument.holding([artist("itunes:artist:1"), Samples.song(5)])
    _ = document.note(FavoriteKey("itunes:artist:1")!, "one", now: Samples.moment(10))
    var other = FavoritesDocument()
    var random = SeededRandom(7)
    let both = artist("audiodb:artist:1", "itunes:artist:1", name: "Bjork")
    _ = other.add([both], now: Samples.moment(4), using: &random)
    _ = other.note(FavoriteKey("audiodb:artist:1")!, "two", now: Samples.moment(11))
    document.merge(other.lines)
    let whole = artist("itunes:artist:1", "audiodb:artist:1")
    _ = document.refresh([whole], now: Samples.moment(12))
    document.settle(upTo: Samples.moment(100))
    return document
  }

  @Test("are shown as one, at the position of the first, with all notes")
  func one() throws {
    var document = twins()
    #expect(document.names() == ["Björk", "Song 5"])
    #expect(document.count == 2)
    let shown = document.shown[0]
    #expect(shown.members.count == 2)
    #expect(shown.note == "one\ntwo")
    #expect(Set(shown.entity.ids.map(\.description)) == ["itunes:artist:1", "audiodb:artist:1"])
    #expect(document.favorite(EntityID("audiodb:artist:1")!) == shown.fav)
    #expect(document.show(.fav(shown.members[1])) == shown)
    #expect(try read(document.compacted()).shown == document.shown)
  }

  @Test("are removed and restored together")
  func removed() {
    var document = twins()
    let before = document.shown
    _ = document.remove([FavoriteKey("audiodb:artist:1")!], now: Samples.moment(200))
    #expect(document.names() == ["Song 5"])
    #expect(document.undo(now: Samples.moment(201)).results.first?.steps.count == 2)
    #expect(document.shown == before)
  }

  @Test("get one note when a note is set")
  func noted() {
    var document = twins()
    let before = document.shown
    _ = document.note(FavoriteKey("audiodb:artist:1")!, "three", now: Samples.moment(200))
    #expect(document.shown[0].note == "three")
    _ = document.undo(now: Samples.moment(201))
    #expect(document.shown == before)
  }

  @Test("are all exported, and become one when imported elsewhere")
  func exported() throws {
    var document = twins()
    let text = document.export(as: .jsonl).text
    #expect(text.split(separator: 0x0A).count == 3)
    var other = FavoritesDocument()
    var random = SeededRandom(1)
    _ = other.importRows(FavoritesImport(text).items, now: Samples.moment(300), using: &random)
    #expect(other.names() == ["Björk", "Song 5"])
    #expect(other.shown[0].note == "one\ntwo")
  }

  @Test("of different kinds are never the same, whatever their ids")
  func kinds() {
    var song = Song(id: EntityID("x:thing:1")!, title: "Song")
    song.ids = [song.id]
    let album = Album(id: EntityID("x:thing:1")!, title: "Album")
    let document = FavoritesDocument.holding([.song(song), .album(album)])
    #expect(document.count == 2)
  }

  @Test("split when the favourite that links them is removed")
  func chain() {
    var document = FavoritesDocument.holding([
      artist("a:artist:1", name: "A"), artist("c:artist:1", name: "C"),
    ])
    let middle = FavoritesDocument.holding(
      [artist("a:artist:1", "c:artist:1", "b:artist:1", name: "B")],
      seed: 9
    )
    document.merge(middle.lines)
    #expect(document.count == 1)
    let fav = middle.shown[0].fav
    document.merge([FavoriteLine(fav, at: Samples.moment(500), .remove)])
    #expect(document.names() == ["A", "C"])
  }
}
