import EntityResolution
import FavoritesModel
import MusicModel

/// Favourite marks in replies, and updates of snapshots from the same replies.
extension Favorites {
  /// Whether replies wait until it is known which entities are favourites.
  func awaitsMarks(at now: Instant) -> Bool { marksDeadline.map { now < $0 } ?? false }

  /// An entity with its favourite mark. Marks of providers are overwritten.
  func withFavoriteMark(_ entity: Entity) -> Entity {
    entity.marked(document.holds(anyOf: entity.ids))
  }

  /// Updates the snapshots of favourites that a reply contains.
  mutating func refresh(_ merged: [MergedEntity], _ index: EntityIndex, _ turn: inout Turn) {
    guard state == .open, document.count > 0 else { return }
    let seen = merged.map(\.entity).filter { document.holds(anyOf: $0.ids) }
    guard !seen.isEmpty else { return }
    // A list contains less than the entity index.
    let complete = seen.flatMap { entity in
      let known = index.entity(entity.id).map { index.resolver.merge($0.records).map(\.entity) }
      return (known ?? []).filter { !Set($0.ids).isDisjoint(with: entity.ids) } + [entity]
    }
    let outcome = document.refresh(
      complete.filter { document.mayRefresh($0, index.resolver) },
      now: turn.timestamp
    )
    if let change = outcome.change { save(change, &turn) }
  }
}

extension FavoritesDocument {
  /// Whether no user verdict separates the entity from the favourite that has its id: it may have
  /// been added before the verdict.
  fileprivate func mayRefresh(_ entity: Entity, _ resolver: EntityResolver) -> Bool {
    guard !resolver.verdicts.entries.isEmpty else { return true }
    let own = entity.ids.compactMap { favorite($0).flatMap(record)?.content?.entity?.id }
    return !entity.ids.contains { resolver.isDifferent($0, from: own) }
  }
}

extension Turn {
  /// The time of changes to favourites.
  var timestamp: Timestamp { Timestamp(microseconds: Int64(unixMs ?? 0) * 1000) }
}
