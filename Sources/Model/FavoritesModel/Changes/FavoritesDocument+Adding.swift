package import MusicModel

/// What became of one entity that was to be added.
package enum AddResult: Hashable, Sendable {
  case added(FavoriteID)
  case alreadyThere(FavoriteID)
  case refused(FavoriteRefusal)
}

/// Why something cannot be done.
package enum FavoriteRefusal: Hashable, Sendable {
  /// Charts, and whatever is no artist, album or song.
  case notAFavorite(EntityKind)
  /// Its JSON has more bytes than ``FavoriteLimits/entityBytesMax``.
  case tooLarge
  /// The document has ``FavoriteLimits/favoritesMax`` favourites.
  case full
  /// The note has more bytes than ``FavoriteLimits/noteBytesMax``.
  case noteTooLong
}

extension FavoritesDocument {
  /// Makes entities favourites, at the end of the user's order.
  package mutating func add(
    _ entities: [Entity],
    now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> FavoritesOutcome<AddResult> {
    change(now) { document, draft in
      entities.map { document.add($0, &draft, &random) }
    }
  }

  private mutating func add(
    _ entity: Entity,
    _ draft: inout ChangeBuilder,
    _ random: inout some RandomNumberGenerator
  ) -> AddResult {
    for id in entity.ids {
      guard let lead = table.lead(with: id) else { continue }
      let record = table.records[Int(lead)]
      if record.content?.kind == entity.kind { return .alreadyThere(record.fav) }
    }
    guard entity.kind != .chart else { return .refused(.notAFavorite(.chart)) }
    guard let content = FavoriteContent(entity) else { return .refused(.tooLarge) }
    guard count < FavoriteLimits.favoritesMax else { return .refused(.full) }
    let fav = FavoriteID(at: draft.at, using: &random)
    append(content, as: fav, added: draft.at, note: nil, &draft)
    return .added(fav)
  }

  /// Writes a new favourite behind all others.
  mutating func append(
    _ content: FavoriteContent,
    as fav: FavoriteID,
    added: Timestamp,
    note: String?,
    _ draft: inout ChangeBuilder
  ) {
    let order = ownOrder
    let last = order.row(at: order.count - 1).map { table.records[Int($0.slot)].rank }
    var record = FavoriteRecord(fav)
    record.content = content
    record.rank = .between(last, nil)
    record.note = note
    record.added = added
    record.hereAt = draft.at
    record.contentAt = draft.at
    record.rankAt = draft.at
    record.noteAt = note == nil ? .never : draft.at
    write(.add(record), of: fav, &draft)
  }

  var ownOrder: SortedRows {
    mutating get { table.rows(FavoriteOrder(sort: .own, kind: nil), fold) }
  }
}
