package import MusicModel

extension FavoritesDocument {
  /// Updates snapshots with newly received entities; entities that are not favourites are ignored.
  ///
  /// A snapshot changes at most once a day, unless it gains members, and it never loses members. It
  /// adopts no id of another favourite, so that two favourites become one only if the user says so. Of
  /// these, only the first is updated: the others remain unchanged, in case they are separated again.
  ///
  /// - Returns: the updated favourites.
  package mutating func refresh(
    _ entities: [Entity],
    by evidence: FavoriteEvidence = .trusting,
    now: Timestamp
  ) -> FavoritesOutcome<FavoriteID> {
    change(now) { document, builder in
      entities.flatMap { document.refresh($0, evidence, &builder) }
    }
  }

  private mutating func refresh(
    _ entity: Entity,
    _ evidence: FavoriteEvidence,
    _ builder: inout ChangeBuilder
  ) -> [FavoriteID] {
    let leads = Set(entity.ids.compactMap { table.lead(with: $0, of: entity.kind) })
    var favs: [FavoriteID] = []
    var shownIDs: Set<EntityID> = []
    for record in leads.sorted().flatMap({ table.group(of: $0) }).map({ table.records[Int($0)] }) {
      guard let old = record.content, old.kind == entity.kind, let snapshot = old.entity,
        evidence.describes(snapshot, entity), shownIDs.isDisjoint(with: old.ids)
      else { continue }
      shownIDs.formUnion(old.ids)
      let ids = entity.ids.filter { id in
        old.ids.contains(id) || evidence.isDeclared(snapshot, id)
          || !isHeld(id, byOtherThan: record.fav) && evidence.mayAdopt(snapshot, id)
      }
      guard !ids.isEmpty, let new = FavoriteContent(entity.with(ids: ids)),
        isDue(record, builder.at) || EntityMerge.addsMembers(old, new)
          || evidence.isRenamed(snapshot, entity),
        let content = EntityMerge.refreshed(old, with: new)
      else { continue }
      write(.refresh(content), of: record.fav, &builder)
      shownIDs.formUnion(ids)
      favs.append(record.fav)
    }
    return favs
  }

  /// Whether an id names another favourite than those shown as this one.
  func isHeld(_ id: EntityID, byOtherThan fav: FavoriteID) -> Bool {
    guard let slot = table.slot(of: fav),
      let lead = table.lead(with: id, of: table.records[Int(slot)].content?.kind)
    else { return false }
    return !table.group(of: slot).contains(lead)
  }

  private func isDue(_ record: FavoriteRecord, _ moment: Timestamp) -> Bool {
    moment.microseconds - record.contentAt.microseconds >= Timestamp.day
  }
}
