import FavoritesModel
import MusicModel

/// Entities and timestamps for tests.
enum Samples {
  static let start = Timestamp("2026-11-20T13:00:00Z")!

  static func moment(_ seconds: Int) -> Timestamp {
    Timestamp(microseconds: start.microseconds + Int64(seconds) * 1_000_000)
  }

  static func artist(_ number: Int, _ name: String? = nil, genre: String = "Rock") -> Entity {
    var artist = Artist(
      id: EntityID("itunes:artist:\(number)")!,
      name: name ?? "Artist \(number)"
    )
    artist.ids.append(EntityID("audiodb:artist:\(number)")!)
    artist.formedYear = 1950 + number % 60
    artist.biography = "Played \"loud\"\nand long \\ for \(number) years. 🎸"
    artist.genres = [genre]
    artist.extra = ["mood": ["calm", 7, .null, .number(2.5)]]
    return .artist(artist)
  }

  static func album(_ number: Int, _ title: String? = nil, date: String? = nil) -> Entity {
    var album = Album(
      id: EntityID("itunes:album:\(number)")!,
      title: title ?? "Album \(number)",
      artist: ArtistReference(id: EntityID("itunes:artist:1"), name: "Nina Simone")
    )
    album.releaseDate = date.flatMap { PartialDate($0) }
    album.genres = ["Jazz", "Soul"]
    album.price = 9.99
    album.currency = "USD"
    album.trackCount = 12
    album.albumKind = .album
    album.explicit = false
    album.artwork = [Artwork(url: "https://example.org/\(number).jpg", width: 600, role: .cover)]
    album.links = ["shop": "https://example.org/album/\(number)"]
    return .album(album)
  }

  static func song(_ number: Int, _ title: String? = nil) -> Entity {
    var song = Song(
      id: EntityID("itunes:song:\(number)")!,
      title: title ?? "Song \(number)",
      artist: ArtistReference(name: "Sigur Rós")
    )
    song.album = AlbumReference(title: "Ágætis byrjun")
    song.durationMs = 200_000
    song.releaseDate = PartialDate("1999-06")
    song.previewURL = "https://example.org/preview/\(number)"
    return .song(song)
  }
}

extension FavoritesDocument {
  /// A document with these favourites, all on disk.
  static func holding(_ entities: [Entity], seed: UInt64 = 1) -> FavoritesDocument {
    var document = FavoritesDocument()
    var random = SeededRandom(seed)
    for (position, entity) in entities.enumerated() {
      let change = document.add([entity], now: Samples.moment(position), using: &random).change
      if let change { document.settle(upTo: change.at) }
    }
    return document
  }

  /// All names in the order of a query.
  mutating func names(_ edit: (inout FavoritesQuery) -> Void = { _ in }) -> [String] {
    var query = FavoritesQuery()
    query.limit = .max
    edit(&query)
    return page(query).favorites.map(\.entity.displayName)
  }

  /// The lists after undoing each change.
  var past: [[Favorite]] {
    var copy = self
    var past: [[Favorite]] = []
    while !copy.undo(now: Samples.moment(1_000_000)).results.isEmpty { past.append(copy.shown) }
    return past
  }

  func key(_ name: String) -> FavoriteKey {
    .fav(shown.first { $0.entity.displayName == name }!.fav)
  }
}

/// Reads a document without corrupt lines.
func read(_ bytes: [UInt8]) throws -> FavoritesDocument {
  let reading = try ParsedDocument(bytes, now: Samples.start)
  guard reading.damaged.isEmpty else { throw UnexpectedDamage(lines: reading.damaged) }
  return reading.document
}

struct UnexpectedDamage: Error { let lines: [CorruptLine] }
