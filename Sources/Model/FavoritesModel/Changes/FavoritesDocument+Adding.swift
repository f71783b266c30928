import BusProtocol
package import MusicModel

extension FavoritesDocument {
  /// Adds entities at the end of the user's order.
  ///
  /// Ids that name a favourite which is evidently another entity stay with that one, except
  /// `wanted`: it moves to the new favourite if the other one has further ids.
  package mutating func add(
    _ entities: [Entity],
    as wanted: EntityID? = nil,
    by evidence: FavoriteEvidence = .trusting,
    now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> FavoritesOutcome<ChangeResult> {
    change(now) { document, builder in
      entities.map { document.add($0, as: wanted, evidence, &builder, &random) }
    }
  }

  private mutating func add(
    _ entity: Entity,
    as wanted: EntityID?,
    _ evidence: FavoriteEvidence,
    _ builder: inout ChangeBuilder,
    _ random: inout some RandomNumberGenerator
  ) -> ChangeResult {
    guard entity.kind != .chart else { return .refused(.notAFavorite(.chart)) }
    let holders = holders(of: entity.ids, entity.kind)
    if let known = holders.first(where: { describes($0, entity, evidence) }) {
      return .done(.exists, known.fav)
    }
    guard count < FavoriteLimits.maxFavorites else { return .refused(.full) }
    if let wanted { release(wanted, entity.kind, &builder) }
    let ids = entity.ids.filter { table.lead(with: $0, of: entity.kind) == nil }
    guard !ids.isEmpty else { return .done(.exists, holders[0].fav) }
    guard let content = FavoriteContent(entity.with(ids: ids)) else { return .refused(.tooLarge) }
    let fav = FavoriteID(at: builder.at, using: &random)
    append(content, as: fav, added: builder.at, note: nil, &builder)
    return .done(.added, fav)
  }

  /// The shown favourites of a kind with one of these ids.
  func holders(of ids: [EntityID], _ kind: EntityKind) -> [FavoriteRecord] {
    var seen: Set<Int32> = []
    return ids.compactMap { table.lead(with: $0, of: kind) }
      .filter { seen.insert($0).inserted }.map { table.records[Int($0)] }
  }

  func describes(_ record: FavoriteRecord, _ entity: Entity, _ evidence: FavoriteEvidence) -> Bool {
    record.content?.entity.map { evidence.describes($0, entity) } ?? false
  }

  /// Removes an id from the favourites that have further ones.
  private mutating func release(
    _ id: EntityID,
    _ kind: EntityKind,
    _ builder: inout ChangeBuilder
  ) {
    guard let lead = table.lead(with: id, of: kind) else { return }
    for record in table.group(of: lead).map({ table.records[Int($0)] }) {
      let ids = record.content?.ids ?? []
      guard ids.contains(id), ids.count > 1,
        let content = record.content?.with(ids: ids.filter { $0 != id })
      else { continue }
      write(.refresh(content), of: record.fav, &builder)
    }
  }

  /// Writes a new favourite at the end.
  mutating func append(
    _ content: FavoriteContent,
    as fav: FavoriteID,
    added: Timestamp,
    note: String?,
    _ builder: inout ChangeBuilder
  ) {
    var record = FavoriteRecord(fav)
    record.content = content
    record.rank = .between(table.lastRank(fold), nil)
    record.note = note
    record.added = added
    record.hereAt = builder.at
    record.contentAt = builder.at
    record.rankAt = builder.at
    record.noteAt = note == nil ? .never : builder.at
    write(.add(record), of: fav, &builder)
  }

  var ownOrder: SortedRows {
    mutating get { table.rows(.own, fold) }
  }
}
