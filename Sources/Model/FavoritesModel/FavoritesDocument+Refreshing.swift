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
