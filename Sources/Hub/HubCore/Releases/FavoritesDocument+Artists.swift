import FavoritesModel
import MusicModel

/// Favourite artists, whose new albums the hub looks for.
extension FavoritesDocument {
  /// The keys of the favourite artists.
  var artistKeys: [String] {
    records.filter { $0.content?.kind == .artist }.map { "\($0.fav)" }
  }

  /// All ids of all favourites.
  var allIDs: [EntityID] { records.compactMap(\.content).flatMap(\.ids) }

  func contains(_ entity: Entity) -> Bool { holds(anyOf: entity.ids) }

  /// The favourite artist with a key, with its name and ids.
  func artist(_ key: String) -> Artist? {
    FavoriteID(key).flatMap { record($0)?.content }.flatMap { content in
      guard content.kind == .artist, let id = content.ids.first else { return nil }
      var artist = Artist(id: id, name: content.name)
      artist.ids = content.ids
      return artist
    }
  }

  /// The favourite artist with one of some ids.
  func artist(with ids: [EntityID]) -> (key: String, artist: Artist)? {
    guard let key = ids.lazy.compactMap(favorite).first.map({ "\($0)" }),
      let artist = artist(key)
    else { return nil }
    return (key, artist)
  }
}
