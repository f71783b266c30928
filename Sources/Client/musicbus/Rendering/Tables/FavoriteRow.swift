import CommandKit
import MusicModel

/// The texts of a favourite in a table.
///
/// A list of all favourites retains no more of each. An object, because every cell is made from a copy of
/// the row.
final class FavoriteRow: Sendable {
  let listed: ListedRow
  let kind: EntityKind
  let artist: String?
  /// The year of release, formation or birth.
  let year: Int?
  /// The date on which it was added to the favourites, such as `2026-11-20`.
  let dayAdded: String?
  let note: String?
  let ids: [EntityID]

  convenience init(_ entity: Entity) {
    switch entity {
    case .artist(let artist): self.init(artist, year: artist.formedYear ?? artist.bornYear)
    case .album(let album):
      self.init(album, artist: album.artist, year: album.releaseDate?.year)
    case .song(let song):
      self.init(song, artist: song.artist, album: song.album?.id, year: song.releaseDate?.year)
    case .chart(let chart): self.init(chart, year: nil)
    }
  }

  private init<Value: MusicEntity>(
    _ entity: Value,
    artist: ArtistReference? = nil,
    album: EntityID? = nil,
    year: Int?
  ) {
    let favored = FavoredEntity(entity.extra)
    listed = ListedRow(
      id: entity.id,
      fav: favored?.fav,
      artist: artist?.id,
      album: album,
      name: entity.displayName.neutralized
    )
    kind = Value.kind
    self.artist = artist?.name
    self.year = year
    dayAdded = favored?.day
    note = favored?.note
    ids = entity.ids
  }
}
