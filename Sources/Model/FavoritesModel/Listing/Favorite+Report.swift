package import MusicModel

extension Favorite {
  /// The entity with the user's note and dates as further members.
  package var report: Entity {
    var members: [String: JSONValue] = [:]
    for (name, value) in Favorite.members(fav, added: added, refreshed: refreshed, note: note) {
      members[name] = value
    }
    if self.members.count > 1 {
      members["members"] = .array(self.members.map { .string($0.description) })
    }
    return entity.adding(members)
  }

  /// The members that a list adds to the entity, in the order of their names.
  static func members(
    _ fav: FavoriteID,
    added: Timestamp,
    refreshed: Timestamp,
    note: String?
  ) -> [(name: String, value: JSONValue)] {
    var members: [(name: String, value: JSONValue)] = []
    members.reserveCapacity(5)
    let addedText = added.description
    members.append(("added", .string(addedText)))
    members.append(("fav", .string(fav.description)))
    if let note { members.append(("note", .string(note))) }
    let refreshedText = refreshed == added ? addedText : refreshed.description
    members.append(("refreshed", .string(refreshedText)))
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
