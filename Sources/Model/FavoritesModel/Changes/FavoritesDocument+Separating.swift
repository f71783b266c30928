package import MusicModel

extension FavoritesDocument {
  /// Separates the favourites with these two ids, which the user declared different.
  ///
  /// A favourite that has both ids retains those of one side: the side with its name, otherwise the
  /// first. Of several favourites that have both, one at least goes to each side. If the entity of a
  /// side is known, it replaces the snapshot, which may contain values of both.
  ///
  /// - Returns: the changed favourites.
  package mutating func separate(
    _ one: EntityID,
    from other: EntityID,
    knowing known: (EntityID) -> Entity?,
    by evidence: FavoriteEvidence,
    now: Timestamp
  ) -> FavoritesOutcome<FavoriteID> {
    change(now) { document, builder in
      guard let lead = document.table.lead(with: one, of: one.kind),
        lead == document.table.lead(with: other, of: one.kind)
      else { return [] }
      let records = document.table.group(of: lead).map { document.table.records[Int($0)] }
      let separation = Separation([(one, known(one)), (other, known(other))], evidence)
      return separation.contents(of: records).compactMap { fav, content in
        guard content != document.record(fav)?.content else { return nil }
        document.write(.refresh(content), of: fav, &builder)
        return fav
      }
    }
  }
}

/// The separation of favourites into two sides.
private struct Separation {
  struct Side {
    let id: EntityID
    let entity: Entity?
    var ids: Set<EntityID>
  }

  private let sides: [Side]
  private let evidence: FavoriteEvidence

  init(_ known: [(id: EntityID, entity: Entity?)], _ evidence: FavoriteEvidence) {
    self.evidence = evidence
    let ids = known.map { Set([$0.id] + ($0.entity?.ids ?? [])) }
    let common = ids[0].intersection(ids[1])
    sides = known.indices.map { index in
      let own = ids[index].subtracting(common).union([known[index].id])
      return Side(
        id: known[index].id,
        entity: known[index].entity,
        ids: own.subtracting([known[1 - index].id])
      )
    }
  }

  /// The new snapshots of the favourites.
  func contents(of records: [FavoriteRecord]) -> [(FavoriteID, FavoriteContent)] {
    let contents = records.map(\.content)
    let assigned = assigned(contents)
    var first: Set<EntityID> = []
    for index in contents.indices where assigned[index] == 0 {
      first.formUnion(contents[index]?.ids ?? [])
    }
    first.subtract(sides[1].ids)
    return records.indices.compactMap { index in
      let side = assigned[index]
      let taken = side == 0 ? sides[1].ids : first.union(sides[0].ids)
      guard let old = contents[index],
        let new = content(of: sides[side], from: old, ids: old.ids.filter { !taken.contains($0) })
      else { return nil }
      return (records[index].fav, new)
    }
  }

  private func content(
    of side: Side,
    from old: FavoriteContent,
    ids: [EntityID]
  ) -> FavoriteContent? {
    if ids.count == old.ids.count { return old }
    let ids = ids.isEmpty ? [side.id] : ids
    guard let entity = side.entity, entity.kind == old.kind else { return old.with(ids: ids) }
    return FavoriteContent(entity.with(ids: ids))
  }

  /// The side of each favourite.
  private func assigned(_ contents: [FavoriteContent?]) -> [Int] {
    var assigned: [Int] = []
    var open: [Int] = []
    for (index, content) in contents.enumerated() {
      let ids = Set(content?.ids ?? [])
      let hits = sides.indices.filter { !ids.isDisjoint(with: sides[$0].ids) }
      if hits.count == 1 {
        assigned.append(hits[0])
      } else {
        assigned.append(content?.entity.flatMap(side(named:)) ?? 0)
        open.append(index)
      }
    }
    if contents.count > 1, let last = open.last,
      let missing = [0, 1].first(where: { !assigned.contains($0) })
    {
      assigned[last] = missing
    }
    return assigned
  }

  /// The only side with the name of a snapshot.
  private func side(named snapshot: Entity) -> Int? {
    let fitting = sides.indices.filter { index in
      sides[index].entity.map { evidence.describes(snapshot, $0) } ?? false
    }
    return fitting.count == 1 ? fitting[0] : nil
  }
}
