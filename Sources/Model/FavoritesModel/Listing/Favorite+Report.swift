package import MusicModel

extension Favorite {
  /// The entity with the user's note and dates as further members.
  package var report: Entity {
    var report: [String: JSONValue] = [
      "added": .string(added.description),
      "fav": .string(fav.description),
      "refreshed": .string(refreshed.description),
    ]
    report["note"] = note.map { .string($0) }
    if members.count > 1 { report["members"] = .array(members.map { .string($0.description) }) }
    return entity.adding(report)
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
