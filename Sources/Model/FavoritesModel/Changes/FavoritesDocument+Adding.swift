package import MusicModel

/// The result of adding an entity.
package enum AddResult: Hashable, Sendable {
  case added(FavoriteID)
  case alreadyThere(FavoriteID)
  case refused(FavoriteError)
}

/// The reason why an operation is refused.
package enum FavoriteError: Hashable, Sendable {
  /// The entity is not an artist, album or song.
  case notAFavorite(EntityKind)
  /// Its JSON has more than ``FavoriteLimits/maxEntityBytes`` bytes.
  case tooLarge
  /// The document has ``FavoriteLimits/maxFavorites`` favourites.
  case full
  /// The note has more than ``FavoriteLimits/maxNoteBytes`` bytes.
  case noteTooLong
}

extension FavoritesDocument {
  /// Adds entities at the end of the user's order.
  package mutating func add(
    _ entities: [Entity],
    now: Timestamp,
    using random: inout some RandomNumberGenerator
  ) -> FavoritesOutcome<AddResult> {
    change(now) { document, builder in
      entities.map { document.add($0, &builder, &random) }
    }
  }

  private mutating func add(
    _ entity: Entity,
    _ builder: inout ChangeBuilder,
    _ random: inout some RandomNumberGenerator
  ) -> AddResult {
    for id in entity.ids {
      guard let lead = table.lead(with: id) else { continue }
      let record = table.records[Int(lead)]
      if record.content?.kind == entity.kind { return .alreadyThere(record.fav) }
    }
    guard entity.kind != .chart else { return .refused(.notAFavorite(.chart)) }
    guard let content = FavoriteContent(entity) else { return .refused(.tooLarge) }
    guard count < FavoriteLimits.maxFavorites else { return .refused(.full) }
    let fav = FavoriteID(at: builder.at, using: &random)
    append(content, as: fav, added: builder.at, note: nil, &builder)
    return .added(fav)
  }

  /// Writes a new favourite at the end.
  mutating func append(
    _ content: FavoriteContent,
    as fav: FavoriteID,
    added: Timestamp,
    note: String?,
    _ builder: inout ChangeBuilder
  ) {
    let order = ownOrder
    let last = order.row(at: order.count - 1).map { table.records[Int($0.slot)].rank }
    var record = FavoriteRecord(fav)
    record.content = content
    record.rank = .between(last, nil)
    record.note = note
    record.added = added
    record.hereAt = builder.at
    record.contentAt = builder.at
    record.rankAt = builder.at
    record.noteAt = note == nil ? .never : builder.at
    write(.add(record), of: fav, &builder)
  }

  var ownOrder: SortedRows {
    mutating get { table.rows(FavoriteOrder(sort: .own, kind: nil), fold) }
  }
}
