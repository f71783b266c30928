import BusProtocol
import FavoritesModel

/// What clients that watch the hub are told of favourites.
extension Hub {
  /// Tells each change once, by its newest line.
  mutating func tellWatchers(of change: FavoritesChange) {
    guard !watchers.isEmpty else { return }
    // What a move pushed aside, and what an import brought, is told as one thing.
    guard change.lines.count <= WatchRegistry.maxFavoriteEvents else {
      return watchers.record(FavoriteEvent(.many))
    }
    for line in change.lines {
      let content = favorites.document.record(line.fav)?.content
      watchers.record(
        FavoriteEvent(
          line.event.news,
          favorite: line.fav.description,
          entity: content?.ids.min(),
          name: content?.name
        )
      )
    }
  }
}

extension FavoriteLine.Event {
  fileprivate var news: FavoriteEvent.Change {
    switch self {
    case .add, .keep, .restore: .added
    case .remove, .gone: .removed
    case .move: .moved
    case .note, .refresh: .updated
    }
  }
}
