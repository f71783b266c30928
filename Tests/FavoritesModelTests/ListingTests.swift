import BusProtocol
import FavoritesModel
import MusicModel
import Testing

@Suite("Listing favourites")
struct ListingTests {
  private func library() -> FavoritesDocument {
    var document = FavoritesDocument.holding([
      Samples.album(1, "Pastel Blues", date: "1965-10"),
      Samples.artist(10, "nina simone"),
      Samples.song(20, "Svefn-g-englar"),
      Samples.album(2, "Wild Is the Wind", date: "1966"),
      Samples.album(3, "Untold"),
      Samples.artist(40, "Sigur Rós", genre: "Rock/Folk"),
    ])
    _ = document.note(document.key("Untold"), "Buy the Vinyl", now: Samples.moment(86_400))
    return document
  }

  @Test(
    "has the requested order",
    arguments: [
      (
        CallParameters.Sort.own,
        [
          "Pastel Blues", "nina simone", "Svefn-g-englar", "Wild Is the Wind", "Untold",
          "Sigur Rós",
        ]
      ),
      (
        .name,
        [
          "nina simone", "Pastel Blues", "Sigur Rós", "Svefn-g-englar", "Untold",
          "Wild Is the Wind",
        ]
      ),
      (
        .added,
        [
          "Pastel Blues", "nina simone", "Svefn-g-englar", "Wild Is the Wind", "Untold",
          "Sigur Rós",
        ]
      ),
      (
        .recent,
        [
          "Sigur Rós", "Untold", "Wild Is the Wind", "Svefn-g-englar", "nina simone",
          "Pastel Blues",
        ]
      ),
      (
        .year,
        [
          "nina simone", "Pastel Blues", "Wild Is the Wind", "Sigur Rós", "Svefn-g-englar",
          "Untold",
        ]
      ),
      (
        .newest,
        [
          "Svefn-g-englar", "Sigur Rós", "Wild Is the Wind", "Pastel Blues", "nina simone",
          "Untold",
        ]
      ),
    ]
  )
  func sorted(sort: CallParameters.Sort, names: [String]) {
    var document = library()
    #expect(document.names { $0.sort = sort } == names)
  }

  @Test(
    "contains the requested favourites",
    arguments: [
      (.with { $0.kind = .album }, ["Pastel Blues", "Wild Is the Wind", "Untold"]),
      (.with { $0.kind = .chart }, []),
      (.with { $0.text = "WILD" }, ["Wild Is the Wind"]),
      (
        .with { $0.text = "simone" },
        ["Pastel Blues", "nina simone", "Wild Is the Wind", "Untold"]
      ),
      (.with { $0.text = "byrjun" }, ["Svefn-g-englar"]),
      (.with { $0.text = "vinyl" }, ["Untold"]),
      (
        .with { $0.text = "" },
        [
          "Pastel Blues", "nina simone", "Svefn-g-englar", "Wild Is the Wind", "Untold",
          "Sigur Rós",
        ]
      ),
      (.with { $0.genres = ["rock", "jazz rock"] }, ["nina simone", "Sigur Rós"]),
      (.with { $0.genres = ["roc"] }, []),
      (.with { $0.genres = ["folk"] }, ["Sigur Rós"]),
      (
        .with { $0.from = PartialDate("1966-02") },
        ["Svefn-g-englar", "Wild Is the Wind", "Sigur Rós"]
      ),
      (.with { $0.to = PartialDate("1965-10-01") }, ["Pastel Blues", "nina simone"]),
      (
        .with {
          $0.from = PartialDate("1966")
          $0.to = PartialDate("1966")
          $0.kind = .album
        },
        ["Wild Is the Wind"]
      ),
      (.with { $0.addedFrom = PartialDate("2026-11-21") }, []),
      (
        .with {
          $0.addedTo = PartialDate("2026-11")
          $0.text = "wind"
        },
        ["Wild Is the Wind"]
      ),
    ] as [(FavoritesQuery, [String])]
  )
  func filtered(query: FavoritesQuery, names: [String]) {
    var document = library()
    #expect(document.page(query).favorites.map(\.entity.displayName) == names)
  }

  @Test("pages neither repeat nor skip", arguments: [nil, "song"], [1, 7, 50, 300])
  func pages(text: String?, limit: Int) {
    var document = FavoritesDocument.holding((0..<130).map { Samples.song($0) })
    var query = FavoritesQuery()
    query.text = text
    query.limit = limit
    var names: [String] = []
    var offset: Int? = 0
    while let start = offset {
      query.offset = start
      let page = document.page(query)
      #expect(page.total == 130)
      #expect(page.favorites.count <= limit)
      names += page.favorites.map(\.entity.displayName)
      offset = page.next
    }
    #expect(names == (0..<130).map { "Song \($0)" })
  }

  @Test(
    "a page beyond the end, or of length 0, is empty",
    arguments: [(500, 10), (0, 0), (-3, -3)]
  )
  func beyond(offset: Int, limit: Int) {
    var document = library()
    var query = FavoritesQuery()
    query.offset = offset
    query.limit = limit
    #expect(document.page(query).favorites.isEmpty)
    #expect(document.page(query).next == nil)
    query.text = "simone"
    #expect(document.page(query).favorites.isEmpty)
  }

  @Test("a list reflects every change immediately, filtered or not")
  func current() {
    var document = library()
    var random = SeededRandom(1)
    for sort in CallParameters.Sort.ofFavorites { _ = document.names { $0.sort = sort } }
    #expect(document.names { $0.text = "song" } == [])
    _ = document.add([Samples.song(77, "Song of songs")], now: Samples.moment(99), using: &random)
    _ = document.remove([document.key("Untold")], now: Samples.moment(100))
    _ = document.refresh([Samples.artist(10, "Zina Simone")], now: Samples.moment(100_000))
    #expect(document.names { $0.text = "song" } == ["Song of songs"])
    for sort in CallParameters.Sort.ofFavorites {
      var rebuilt = FavoritesDocument(document.lines)
      #expect(document.names { $0.sort = sort } == rebuilt.names { $0.sort = sort })
    }
    #expect(document.names { $0.sort = .name }.last == "Zina Simone")
  }

  @Test("a list after many changes is as that of a new document")
  func outdated() {
    var document = FavoritesDocument.holding((0..<900).map { Samples.song($0, "Song \($0)") })
    for sort in CallParameters.Sort.ofFavorites { _ = document.names { $0.sort = sort } }
    let gone = (0..<900).filter { $0 % 3 > 0 }.map { document.key("Song \($0)") }
    for (number, key) in gone.enumerated() {
      _ = document.remove([key], now: Samples.moment(1_000 + number))
    }
    for sort in CallParameters.Sort.ofFavorites {
      var rebuilt = FavoritesDocument(document.lines)
      let names = document.names { $0.sort = sort }
      #expect(names.count == 300 && names == rebuilt.names { $0.sort = sort })
    }
  }

  @Test("names are compared in the hub's normalized form")
  func folding() {
    var document = FavoritesDocument(
      FavoritesDocument.holding([Samples.artist(1, "The Beatles"), Samples.artist(2, "Cher")])
        .lines,
      fold: { $0.hasPrefix("The ") ? String($0.dropFirst(4)) : $0 }
    )
    #expect(document.names { $0.sort = .name } == ["The Beatles", "Cher"])
  }

  @Test("every favourite is listed as it was added")
  func roundTrip() throws {
    let entities = [Samples.artist(1), Samples.album(2, date: "1980-06-09"), Samples.song(3)]
    let document = try read(FavoritesDocument.holding(entities).compacted())
    for (favorite, entity) in zip(document.shown, entities) {
      #expect(favorite.entity.marked(false) == favorite.entity.sorted(like: entity))
    }
  }
}

extension FavoritesQuery {
  fileprivate static func with(_ edit: (inout FavoritesQuery) -> Void) -> FavoritesQuery {
    var query = FavoritesQuery()
    edit(&query)
    return query
  }
}

extension Entity {
  /// An entity as a favourite without the mark: its ids are in order.
  fileprivate func sorted(like entity: Entity) -> Entity {
    let ids = entity.ids.sorted()
    switch entity {
    case .artist(var artist):
      (artist.ids, artist.id, artist.favorite) = (ids, ids[0], nil)
      return .artist(artist)
    case .album(var album):
      (album.ids, album.id, album.favorite) = (ids, ids[0], nil)
      return .album(album)
    case .song(var song):
      (song.ids, song.id, song.favorite) = (ids, ids[0], nil)
      return .song(song)
    case .chart: return entity
    }
  }
}
