package import MusicModel

/// A favourite as shown to clients.
package struct Favorite: Hashable, Sendable {
  package let fav: FavoriteID
  /// The snapshot, marked as a favourite, with all known ids.
  package let entity: Entity
  package let added: Timestamp
  /// The time of the last snapshot update.
  package let refreshed: Timestamp
  package let note: String?
  /// The favourites of the same entity that are shown as this one; itself first.
  package let members: [FavoriteID]
}

extension Entity {
  /// The entity with or without the mark ♥.
  package func marked(_ isFavorite: Bool) -> Entity {
    let isFavorite: Bool? = isFavorite ? true : nil
    switch self {
    case .artist(var artist):
      guard artist.favorite != isFavorite else { return self }
      artist.favorite = isFavorite
      return .artist(artist)
    case .album(var album):
      guard album.favorite != isFavorite else { return self }
      album.favorite = isFavorite
      return .album(album)
    case .song(var song):
      guard song.favorite != isFavorite else { return self }
      song.favorite = isFavorite
      return .song(song)
    case .chart: return self
    }
  }
}
