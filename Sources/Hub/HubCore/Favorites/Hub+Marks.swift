import EntityResolution
import FavoritesModel
import MusicModel

/// ♥ in the answers about music, and what passes by of favourites.
extension Hub {
  /// Whether answers have to wait until it is known what is a favourite.
  var marksAreAwaited: Bool { favorites.marksAwaited.map { turn.now < $0 } ?? false }

  /// The entity as clients are told of it. Whatever a provider says, favourites are the user's.
  func marked(_ entity: Entity) -> Entity {
    entity.marked(favorites.document.holds(anyOf: entity.ids))
  }

  /// Brings the snapshots of favourites up to date with what was just told of them.
  mutating func refreshFavorites(_ merged: [MergedEntity]) {
    guard favorites.state == .open, favorites.document.count > 0 else { return }
    let seen = merged.map(\.entity).filter { favorites.document.holds(anyOf: $0.ids) }
    guard !seen.isEmpty else { return }
    // A list tells less than the hub knows.
    let whole = seen.flatMap { entity in
      let known =
        entityIndex.entity(entity.id).map { entityIndex.resolver.merge($0.records).map(\.entity) }
        ?? []
      return known.filter { !Set($0.ids).isDisjoint(with: entity.ids) } + [entity]
    }
    let answer = favorites.document.refresh(whole.filter(isRefreshing), now: favoritesNow)
    if let change = answer.change { keep(change) }
  }

  /// Not what persons said to be another thing than the favourite that still has its id: that was
  /// added when both were taken for one.
  private func isRefreshing(_ entity: Entity) -> Bool {
    guard !entityIndex.resolver.verdicts.entries.isEmpty else { return true }
    let own = entity.ids.compactMap { id in
      favorites.document.favorite(id).flatMap(favorites.document.record)?.content?.entity?.id
    }
    return !entity.ids.contains { entityIndex.resolver.isDifferent($0, from: own) }
  }
}
