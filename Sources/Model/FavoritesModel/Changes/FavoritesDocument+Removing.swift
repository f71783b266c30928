/// The result of removing a favourite.
package enum RemoveResult: Hashable, Sendable {
  /// The favourites that were shown as this one.
  case removed([FavoriteID])
  case notThere(FavoriteKey)
}

extension FavoritesDocument {
  /// Removes favourites, together with those of the same entity, which are shown as one.
  package mutating func remove(
    _ keys: [FavoriteKey],
    now: Timestamp
  ) -> FavoritesOutcome<RemoveResult> {
    change(now) { document, builder in
      keys.map { key in
        guard let lead = document.lead(key) else { return .notThere(key) }
        let favs = document.table.group(of: lead).map { document.table.records[Int($0)].fav }
        for fav in favs { document.write(.remove, of: fav, &builder) }
        return .removed(favs)
      }
    }
  }
}
