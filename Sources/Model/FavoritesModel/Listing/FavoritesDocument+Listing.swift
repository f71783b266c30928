import MusicModel

extension FavoritesDocument {
  /// A page of favourites. Without a filter, its cost does not depend on their number.
  package mutating func page(_ query: FavoritesQuery) -> FavoritesPage {
    let offset = max(0, query.offset)
    let (slots, total) =
      query.isFiltered ? filtered(query, offset) : unfiltered(query, offset)
    let next = offset + slots.count
    return FavoritesPage(
      favorites: slots.compactMap { shown($0) },
      total: total,
      next: next < total && !slots.isEmpty ? next : nil
    )
  }

  /// All favourites in the user's order.
  package var shown: [Favorite] {
    var copy = self
    var query = FavoritesQuery()
    query.limit = .max
    return copy.page(query).favorites
  }

  /// A favourite, combined with those of the same entity.
  package func show(_ key: FavoriteKey) -> Favorite? { lead(key).flatMap { shown($0) } }

  private mutating func unfiltered(
    _ query: FavoritesQuery,
    _ offset: Int
  ) -> (slots: [Int32], total: Int) {
    let rows = table.rows(FavoriteOrder(sort: query.sort, kind: query.kind), fold)
    return (rows.rows(from: offset, atMost: query.limit).map(\.slot), rows.count)
  }

  private mutating func filtered(
    _ query: FavoritesQuery,
    _ offset: Int
  ) -> (slots: [Int32], total: Int) {
    let matches = matches(query)
    return (Array(matches.dropFirst(offset).prefix(max(0, query.limit))), matches.count)
  }

  /// Filters all favourites, and caches the result for the next page.
  private mutating func matches(_ query: FavoritesQuery) -> [Int32] {
    if let last = lastSearch, last.query == query.list, last.revision == table.revision {
      return last.slots
    }
    let filter = FavoriteFilter(query, fold: fold)
    let rows = table.rows(FavoriteOrder(sort: query.sort, kind: query.kind), fold)
    var slots: [Int32] = []
    for row in rows.all {
      guard let facts = table.facts(of: row.slot, fold) else { continue }
      let members = table.group(of: row.slot).map { table.records[Int($0)] }
      if filter.accepts(members, facts, fold) { slots.append(row.slot) }
    }
    lastSearch = CachedQuery(query: query.list, revision: table.revision, slots: slots)
    return slots
  }

  /// The slot of the favourite that is shown for a key.
  func lead(_ key: FavoriteKey) -> Int32? {
    switch key {
    case .entity(let id): return table.lead(with: id)
    case .fav(let fav):
      guard let slot = table.slot(of: fav), table.records[Int(slot)].isShown else { return nil }
      return table.group(of: slot).first
    }
  }

  func shown(_ lead: Int32) -> Favorite? {
    let members = table.group(of: lead).map { table.records[Int($0)] }
    guard let first = members.first,
      let entity = members.count == 1 ? first.content?.entity : EntityMerge.combined(members)
    else { return nil }
    return Favorite(
      fav: first.fav,
      entity: entity.marked(true),
      added: members.map(\.added).min() ?? first.added,
      refreshed: members.map(\.contentAt).max() ?? first.contentAt,
      note: FavoriteRecord.sharedNote(members),
      members: members.map(\.fav)
    )
  }
}

extension FavoriteRecord {
  /// The notes of favourites that are shown as one, without duplicates.
  static func sharedNote(_ members: [FavoriteRecord]) -> String? {
    var notes: [String] = []
    for note in members.compactMap(\.note) where !notes.contains(note) { notes.append(note) }
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }
}

/// The result of the last query, whose pages are requested in turn.
struct CachedQuery: Sendable {
  let query: FavoritesQuery
  let revision: Int
  let slots: [Int32]
}
