package import MusicModel

/// A caller's reference to a favourite: its own id, or any id of its entity.
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
