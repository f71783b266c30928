package import MusicModel

extension FavoritesDocument {
  /// Updates snapshots with newly received entities; entities that are not favourites are ignored.
  ///
  /// A snapshot changes at most once a day, unless it gains members, and it never loses members.
  ///
  /// - Returns: the updated favourites.
  package mutating func refresh(
    _ entities: [Entity],
    now: Timestamp
  ) -> FavoritesOutcome<FavoriteID> {
    change(now) { document, builder in
      entities.flatMap { document.refresh($0, &builder) }
    }
  }

  private mutating func refresh(_ entity: Entity, _ builder: inout ChangeBuilder) -> [FavoriteID] {
    let slots = Set(entity.ids.compactMap { table.lead(with: $0) })
    guard !slots.isEmpty, let new = FavoriteContent(entity) else { return [] }
    var favs: [FavoriteID] = []
    for record in slots.flatMap({ table.group(of: $0) }).map({ table.records[Int($0)] }) {
      guard let old = record.content, old.kind == new.kind,
        isDue(record, builder.at) || EntityMerge.addsMembers(old, new),
        let content = EntityMerge.refreshed(old, with: new)
      else { continue }
      write(.refresh(content), of: record.fav, &builder)
      favs.append(record.fav)
    }
    return favs
  }

  private func isDue(_ record: FavoriteRecord, _ moment: Timestamp) -> Bool {
    moment.microseconds - record.contentAt.microseconds >= Timestamp.day
  }
}
