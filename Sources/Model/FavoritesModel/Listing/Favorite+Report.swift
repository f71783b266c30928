package import MusicModel

extension Favorite {
  /// The entity with the user's note and dates as further members.
  package var report: Entity {
    var members = Favorite.members(fav, added: added, refreshed: refreshed, note: note)
    if self.members.count > 1 {
      members["members"] = .array(self.members.map { .string($0.description) })
    }
    return entity.adding(members)
  }

  /// The members that a list adds to the entity.
  static func members(
    _ fav: FavoriteID,
    added: Timestamp,
    refreshed: Timestamp,
    note: String?
  ) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "fav": .string(fav.description),
      "added": .string(added.description),
      "refreshed": .string(refreshed.description),
    ]
    if let note { members["note"] = .string(note) }
    return members
  }
}

extension Entity {
  fileprivate func adding(_ members: [String: JSONValue]) -> Entity {
    func added<Kind: MusicEntity>(_ entity: Kind) -> Kind {
      var entity = entity
      entity.extra.merge(members) { _, new in new }
      return entity
    }
    switch self {
    case .artist(let artist): return .artist(added(artist))
    case .album(let album): return .album(added(album))
    case .song(let song): return .song(added(song))
    case .chart: return self
    }
  }
}
