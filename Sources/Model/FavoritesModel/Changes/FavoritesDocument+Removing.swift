import BusProtocol

extension FavoritesDocument {
  /// Removes favourites, together with those of the same entity, which are shown as one.
  package mutating func remove(
    _ keys: [FavoriteKey],
    now: Timestamp
  ) -> FavoritesOutcome<ChangeResult> {
    change(now) { document, builder in
      keys.map { key in
        guard let lead = document.lead(key) else { return .absent(key) }
        let favs = document.table.group(of: lead).map { document.table.records[Int($0)].fav }
        for fav in favs { document.write(.remove, of: fav, &builder) }
        return .done(.removed, favs[0])
      }
    }
  }
}
