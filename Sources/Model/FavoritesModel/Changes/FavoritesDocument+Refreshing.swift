package import MusicModel

extension FavoritesDocument {
  /// Brings snapshots up to date with what has just been seen of entities; those that are no
  /// favourites are passed over.
  ///
  /// A snapshot changes at most once a day, unless something new is told of what it knew nothing
  /// of; and never loses what it has.
  ///
  /// - Returns: the favourites that were brought up to date.
  package mutating func refresh(
    _ entities: [Entity],
    now: Timestamp
  ) -> FavoritesOutcome<FavoriteID> {
    change(now) { document, draft in
      entities.flatMap { document.refresh($0, &draft) }
    }
  }

  private mutating func refresh(_ entity: Entity, _ draft: inout ChangeBuilder) -> [FavoriteID] {
    let slots = Set(entity.ids.compactMap { table.lead(with: $0) })
    guard !slots.isEmpty, let new = FavoriteContent(entity) else { return [] }
    var favs: [FavoriteID] = []
    for record in slots.flatMap({ table.group(of: $0) }).map({ table.records[Int($0)] }) {
      guard let old = record.content, old.kind == new.kind,
        isDue(record, draft.at) || EntityMerge.addsMembers(old, new),
        let content = EntityMerge.refreshed(old, with: new)
      else { continue }
      write(.refresh(content), of: record.fav, &draft)
      favs.append(record.fav)
    }
    return favs
  }

  private func isDue(_ record: FavoriteRecord, _ moment: Timestamp) -> Bool {
    moment.microseconds - record.contentAt.microseconds >= Timestamp.day
  }
}
