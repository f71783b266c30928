package import MusicModel

/// A favourite as it is shown.
package struct Favorite: Hashable, Sendable {
  package let fav: FavoriteID
  /// The snapshot, marked as a favourite, with all ids that are known.
  package let entity: Entity
  package let added: Timestamp
  /// When the snapshot was brought up to date last.
  package let refreshed: Timestamp
  package let note: String?
  /// The favourites that are shown as this one because they are the same entity: itself first.
  package let members: [FavoriteID]
}

extension Entity {
  /// The entity with the mark ♥, or without it.
  package func marked(_ isFavorite: Bool) -> Entity {
    let isFavorite: Bool? = isFavorite ? true : nil
    switch self {
    case .artist(var artist):
      artist.favorite = isFavorite
      return .artist(artist)
    case .album(var album):
      album.favorite = isFavorite
      return .album(album)
    case .song(var song):
      song.favorite = isFavorite
      return .song(song)
    case .chart: return self
    }
  }
}
