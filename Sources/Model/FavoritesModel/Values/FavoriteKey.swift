package import MusicModel

/// By what a caller names a favourite: its own id, or any id of the entity that it holds.
package enum FavoriteKey: Hashable, Sendable {
  case fav(FavoriteID)
  case entity(EntityID)

  package init?(_ text: String) {
    if let fav = FavoriteID(text) {
      self = .fav(fav)
    } else if let id = EntityID(text) {
      self = .entity(id)
    } else {
      return nil
    }
  }
}

extension FavoriteKey: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fav(let fav): fav.description
    case .entity(let id): id.description
    }
  }
}
