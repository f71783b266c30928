import BusProtocol
import FavoritesModel
import MusicModel
import Testing

@Suite("Two favourites")
struct SeparationTests {
  private func artist(_ name: String, _ ids: String...) -> Entity {
    var artist = Artist(id: EntityID(ids[0])!, name: name)
    artist.ids = ids.map { EntityID($0)! }
    return .artist(artist)
  }

  private func album(_ title: String, _ ids: String...) -> Entity {
    var album = Album(id: EntityID(ids[0])!, title: title)
    album.ids = ids.map { EntityID($0)! }
    return .album(album)
  }

  private func id(_ text: String) -> EntityID { EntityID(text)! }

  /// The names are the evidence.
  private let evidence = FavoriteEvidence(
    describes: { $0.displayName == $1.displayName },
    mayAdopt: { _, _ in true }
  )

  private func names(_ document: FavoritesDocument) -> [String] {
    document.shown.map { favorite in
      "\(favorite.entity.displayName) \(favorite.entity.ids.map(\.value).sorted().joined(separator: "+"))"
    }
  }

  @Test("are never merged by an entity that has ids of both")
  func neverMerged() throws {
    var document = FavoritesDocument.holding([
      artist("Queen", "itunes:artist:1"), artist("Coldplay", "itunes:artist:2"),
      album("Jazz", "itunes:album:1"), album("Parachutes", "itunes:album:2"),
    ])
    for evidence in [evidence, .trusting] {
      let wrong = [
        artist("Queen", "itunes:artist:1", "itunes:artist:2", "mbid:artist:5"),
        album("Parachutes", "itunes:album:2", "itunes:album:1", "audiodb:album:7"),
      ]
      _ = document.refresh(wrong, by: evidence, now: Samples.moment(100))
      #expect(document.count == 4)
      #expect(try read(document.compacted()).count == 4)
    }
    #expect(
      names(document) == ["Queen 1+5", "Coldplay 2", "Jazz 1", "Parachutes 2+7"]
    )
  }

  @Test("stay two when the second has an id that the first took over")
  func adding() {
    var document = FavoritesDocument.holding([artist("Queen", "itunes:artist:1", "itunes:artist:2")]
    )
    var random = SeededRandom(3)
    let coldplay = artist("Coldplay", "itunes:artist:2", "audiodb:artist:2")
    let outcome = document.add(
      [coldplay],
      as: id("itunes:artist:2"),
      by: evidence,
      now: Samples.moment(9),
      using: &random
    )
    guard case .done(.added, _) = outcome.results.first else {
      Issue.record("\(outcome.results)")
      return
    }
    #expect(names(document) == ["Queen 1", "Coldplay 2+2"])
    let again = document.add([coldplay], by: evidence, now: Samples.moment(10), using: &random)
    #expect(again.change == nil)
  }

  @Test("that are one are separated by a verdict, each with its note and position")
  func separated() throws {
    let both = artist("Coldplay", "itunes:artist:1", "itunes:artist:2")
    var document = FavoritesDocument.holding([
      artist("Queen", "itunes:artist:1"), Samples.song(5), artist("Coldplay", "itunes:artist:2"),
    ])
    _ = document.note(FavoriteKey("itunes:artist:1")!, "live", now: Samples.moment(10))
    _ = document.note(FavoriteKey("itunes:artist:2")!, "loud", now: Samples.moment(11))
    let merged = document.records.filter { $0.content?.kind == .artist }.map { record in
      FavoriteLine(record.fav, at: Samples.moment(20), .refresh(FavoriteContent(both)!))
    }
    document.merge(merged)
    #expect(names(document) == ["Coldplay 1+2", "Song 5 5"])
    let outcome = document.separate(
      id("itunes:artist:1"),
      from: id("itunes:artist:2"),
      knowing: {
        $0 == self.id("itunes:artist:1") ? self.artist("Queen", "itunes:artist:1") : both
      },
      by: evidence,
      now: Samples.moment(30)
    )
    #expect(!outcome.results.isEmpty)
    let shown = try read(document.compacted()).shown
    #expect(Set(names(document)) == ["Queen 1", "Song 5 5", "Coldplay 2"])
    #expect(Set(shown.compactMap(\.note)) == ["live", "loud"])
    let again = document.separate(
      id("itunes:artist:1"),
      from: id("itunes:artist:2"),
      knowing: { _ in nil },
      by: evidence,
      now: Samples.moment(31)
    )
    #expect(again.change == nil)
  }

  @Test(
    "that the user joined are separated again, each with its note and position",
    arguments: [["Queen", "Coldplay"], ["Coldplay", "Queen"]]
  )
  func joined(_ order: [String]) throws {
    let ids = ["Queen": "itunes:artist:1", "Coldplay": "itunes:artist:2"]
    var document = FavoritesDocument.holding([
      artist(order[0], ids[order[0]]!), Samples.song(5), artist(order[1], ids[order[1]]!),
    ])
    _ = document.note(FavoriteKey(ids["Queen"]!)!, "live", now: Samples.moment(10))
    _ = document.note(FavoriteKey(ids["Coldplay"]!)!, "loud", now: Samples.moment(11))
    let declared = FavoriteEvidence(
      describes: { _, _ in true },
      mayAdopt: { _, _ in true },
      isDeclared: { _, _ in true }
    )
    let both = artist("Coldplay", "itunes:artist:1", "itunes:artist:2")
    _ = document.refresh([both], by: declared, now: Samples.moment(200_000))
    #expect(names(document) == ["Coldplay 1+2", "Song 5 5"])
    _ = document.separate(
      id("itunes:artist:1"),
      from: id("itunes:artist:2"),
      knowing: {
        $0.value == "1" ? artist("Queen", "itunes:artist:1") : artist("Coldplay", "itunes:artist:2")
      },
      by: evidence,
      now: Samples.moment(200_001)
    )
    let shown = try read(document.compacted()).shown
    #expect(shown.map(\.entity.displayName) == [order[0], "Song 5", order[1]])
    let notes = ["Queen": "live", "Coldplay": "loud"]
    #expect(shown.map(\.note) == [notes[order[0]], nil, notes[order[1]]])
  }

  @Test("one favourite with the ids of two entities retains those of its name")
  func single() {
    for (name, value) in [("Queen", "1"), ("Coldplay", "2"), ("Other", "1")] {
      var document = FavoritesDocument.holding([
        artist(name, "itunes:artist:1", "itunes:artist:2", "audiodb:artist:3")
      ])
      _ = document.separate(
        id("itunes:artist:1"),
        from: id("itunes:artist:2"),
        knowing: { id in
          id.value == "1"
            ? self.artist("Queen", "itunes:artist:1") : self.artist("Coldplay", "itunes:artist:2")
        },
        by: evidence,
        now: Samples.moment(30)
      )
      #expect(document.count == 1)
      #expect(document.shown[0].entity.ids.map(\.value).sorted() == [value, "3"])
    }
  }
}
