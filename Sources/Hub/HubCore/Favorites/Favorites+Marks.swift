import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// Favourite marks in replies, and updates of snapshots from the same replies.
extension Favorites {
  /// All ids of the favourite that has one.
  func ids(with id: EntityID) -> [EntityID]? { document.ids(with: id) }

  /// The favourite with an id that its service no longer has, as it was when it had; `nil` for any other id.
  func gone(_ id: EntityID) -> Entity? {
    guard links.hasGone(id), let fav = document.favorite(id) else { return nil }
    return document.record(fav)?.content?.entity
  }

  /// Whether replies wait until it is known which entities are favourites.
  func awaitsMarks(at now: Instant) -> Bool { marksDeadline.map { now < $0 } ?? false }

  /// An entity with its favourite mark. Marks of providers are overwritten.
  func withFavoriteMark(_ entity: Entity) -> Entity {
    let ids = entity.ids
    return entity.marked(
      document.holds(anyOf: ids) { content in
        if Catalog.idsConflict(content.ids, ids) { return false }
        // A source may have a wrong product code.
        let isByCode = ids.allSatisfy { !content.ids.contains($0) || Catalog.isProductCode($0) }
        return !isByCode || content.entity.map { !Catalog.namesConflict($0, entity) } ?? true
      }
    )
  }

  /// Updates the snapshots of favourites that a reply contains.
  mutating func refresh(_ merged: [MergedEntity], _ index: EntityIndex, _ turn: inout Turn) {
    guard state == .open, document.count > 0, document.acceptsChanges else { return }
    let seen = merged.filter { document.holds(anyOf: $0.entity.ids) }
    for one in seen {
      // A list contains less than the entity index.
      let known = index.entity(one.entity.id).map { index.resolver.merge($0.records) } ?? []
      let complete = known.filter { !Set($0.entity.ids).isDisjoint(with: one.entity.ids) } + [one]
      // Without room, a later reply does it.
      for merged in complete where hasRoom {
        let evidence = FavoriteEvidence(index.resolver, records: merged.records)
        let outcome = document.refresh([merged.entity], by: evidence, now: turn.timestamp)
        if let change = outcome.change { save(change, &turn) }
      }
    }
  }

  /// Splits the favourites that are shown as one against the user's verdicts.
  mutating func splitByVerdicts(_ index: EntityIndex, _ turn: inout Turn) {
    guard state == .open, document.acceptsChanges else { return }
    for verdict in index.verdicts where verdict.relation == .different && hasRoom {
      guard index.resolver.isDifferent(verdict.a, from: [verdict.b]) else { continue }
      let outcome = document.separate(
        verdict.a,
        from: verdict.b,
        knowing: index.merged,
        by: FavoriteEvidence(index.resolver),
        now: turn.timestamp
      )
      guard let change = outcome.change else { continue }
      turn.log(.info, "Separated the favourites of \(verdict.a) and \(verdict.b).")
      save(change, &turn)
    }
  }
}

extension Turn {
  /// The time of changes to favourites.
  var timestamp: Timestamp { Timestamp(microseconds: Int64(unixMs ?? 0) * 1000) }
}

extension FavoriteEvidence {
  /// The evidence of names, ids and user verdicts.
  ///
  /// `records` are those of the entity, if known: a source may rename its own entity.
  init(_ resolver: EntityResolver, records: [SourceRecord] = []) {
    self.init(
      describes: { snapshot, entity in
        let ids = snapshot.ids
        if entity.ids.contains(where: { resolver.isDifferent($0, from: ids) }) { return false }
        let idsConflict = Catalog.idsConflict(ids, entity.ids)
        if !idsConflict, !Catalog.namesConflict(snapshot, entity) { return true }
        if entity.ids.contains(where: { resolver.isSame($0, as: ids) && !ids.contains($0) }) {
          return true
        }
        return ids.allSatisfy(entity.ids.contains)
          && records.contains { record in
            ids.contains(where: record.issued)
              && !Catalog.namesConflict(record.entity, entity)
              && !Set(record.entity.ids).isDisjoint(with: ids)
          }
      },
      mayAdopt: { snapshot, id in
        // An artist has one id at each source.
        let hasOther = snapshot.ids.contains { $0.namespace == id.namespace && $0.type == id.type }
        return !resolver.isDifferent(id, from: snapshot.ids)
          && (snapshot.kind != .artist || !hasOther)
      },
      isDeclared: { snapshot, id in resolver.isSame(id, as: snapshot.ids) },
      isRenamed: Catalog.namesConflict
    )
  }
}
