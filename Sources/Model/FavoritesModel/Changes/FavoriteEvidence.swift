package import MusicModel

/// The evidence about a favourite and an entity that share an id.
///
/// One wrong id of a source must change no favourite.
package struct FavoriteEvidence {
  /// Whether an entity may be the one that a snapshot shows.
  let describes: (_ snapshot: Entity, Entity) -> Bool
  /// Whether an id that a snapshot lacks may be another id of its entity.
  let mayAdopt: (_ snapshot: Entity, EntityID) -> Bool
  /// Whether the user declared that it is, even if it names another favourite.
  let isDeclared: (_ snapshot: Entity, EntityID) -> Bool
  /// Whether a snapshot shows an entirely different name.
  let isRenamed: (_ snapshot: Entity, Entity) -> Bool

  package init(
    describes: @escaping (_ snapshot: Entity, Entity) -> Bool,
    mayAdopt: @escaping (_ snapshot: Entity, EntityID) -> Bool,
    isDeclared: @escaping (_ snapshot: Entity, EntityID) -> Bool = { _, _ in false },
    isRenamed: @escaping (_ snapshot: Entity, Entity) -> Bool = { _, _ in false }
  ) {
    self.describes = describes
    self.mayAdopt = mayAdopt
    self.isDeclared = isDeclared
    self.isRenamed = isRenamed
  }

  /// Trust in every id.
  package static var trusting: FavoriteEvidence {
    FavoriteEvidence(describes: { _, _ in true }, mayAdopt: { _, _ in true })
  }
}

extension FavoriteContent {
  /// The snapshot with some of its ids only, or with others; at least one.
  func with(ids: [EntityID]) -> FavoriteContent? {
    guard let entity else { return nil }
    return FavoriteContent(
      entity: entity.with(ids: ids),
      json: json,
      unknownMembers: unknownMembers
    )
  }
}

extension Entity {
  /// The entity with other ids, at least one.
  func with(ids: [EntityID]) -> Entity {
    func changed<Kind: MusicEntity>(_ entity: Kind) -> Kind {
      var entity = entity
      entity.ids = ids
      entity.id = ids.contains(entity.id) ? entity.id : ids.min() ?? entity.id
      return entity
    }
    switch self {
    case .artist(let artist): return .artist(changed(artist))
    case .album(let album): return .album(changed(album))
    case .song(let song): return .song(changed(song))
    case .chart: return self
    }
  }
}
