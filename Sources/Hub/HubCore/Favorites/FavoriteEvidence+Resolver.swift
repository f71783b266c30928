import EntityResolution
import FavoritesModel
import MusicModel

extension FavoriteEvidence {
  /// The evidence of names, ids and user verdicts.
  ///
  /// `records` are those of the entity, if known: a source may rename its own entity.
  init(_ resolver: EntityResolver, records: [SourceRecord] = []) {
    self.init(
      describes: { snapshot, entity in
        let ids = snapshot.ids
        if entity.ids.contains(where: { resolver.isDifferent($0, from: ids) }) { return false }
        let areApart = Catalog.areApart(byIDs: ids, entity.ids)
        if !areApart, !Catalog.areNamedApart(snapshot, entity) { return true }
        if entity.ids.contains(where: { resolver.isSame($0, as: ids) && !ids.contains($0) }) {
          return true
        }
        return ids.allSatisfy(entity.ids.contains)
          && records.contains { record in
            ids.contains(where: record.issued)
              && !Catalog.areNamedApart(record.entity, entity)
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
      isRenamed: Catalog.areNamedApart
    )
  }
}
