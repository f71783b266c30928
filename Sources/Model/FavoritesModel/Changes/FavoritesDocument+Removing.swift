/// What became of one favourite that was to be removed.
package enum RemoveResult: Hashable, Sendable {
  /// Those that were shown as it.
  case removed([FavoriteID])
  case notThere(FavoriteKey)
}

extension FavoritesDocument {
  /// Removes favourites. Those that are the same entity go together, since they are shown as one.
  package mutating func remove(
    _ keys: [FavoriteKey],
    now: Timestamp
  ) -> FavoritesOutcome<RemoveResult> {
    change(now) { document, draft in
      keys.map { key in
        guard let lead = document.lead(key) else { return .notThere(key) }
        let favs = document.table.group(of: lead).map { document.table.records[Int($0)].fav }
        for fav in favs { document.write(.remove, of: fav, &draft) }
        return .removed(favs)
      }
    }
  }
}
