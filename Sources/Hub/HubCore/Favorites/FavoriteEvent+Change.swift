import BusProtocol
import FavoritesModel

extension FavoritesChange {
  /// The events for watchers: one for each favourite, or one for many.
  func events(in document: FavoritesDocument) -> [FavoriteEvent] {
    guard lines.count <= WatchRegistry.maxFavoriteEvents else { return [FavoriteEvent(.many)] }
    return lines.map { line in
      let content = document.record(line.fav)?.content
      return FavoriteEvent(
        line.event.change,
        favorite: line.fav.description,
        entity: content?.ids.min(),
        name: content?.name
      )
    }
  }
}

extension FavoriteLine.Event {
  fileprivate var change: FavoriteEvent.Change {
    switch self {
    case .add, .state, .restore: .added
    case .remove, .gone: .removed
    case .move: .moved
    case .note, .refresh: .updated
    }
  }
}
