import BusProtocol
import FavoritesModel
import HubCore
import MusicModel

/// Invariants of favourites: acknowledged changes and listed favourites are durable.
extension InvariantChecker {
  mutating func recordSaved(_ lines: [FavoriteLine]) {
    for line in lines {
      saved.favorites[line.fav.description, default: []].insert(line.event.outcome)
    }
  }

  /// A removal, also by a second toggle, ends the calls that would add the favourites.
  mutating func cancelAdding(of call: ObservedCall) {
    guard [.favoritesToggle, .favoritesRemove].contains(call.method) else { return }
    let parameters = call.parameters
    let keys = (parameters.keys ?? []) + [parameters.id].compactMap { $0?.description }
    for peer in clients.keys {
      for (id, open) in clients[peer]?.calls ?? [:] where open.addsFavorite {
        guard let wanted = open.parameters.id, keys.contains("\(wanted)") else { continue }
        clients[peer]?.calls[id]?.isCancelled = true
      }
    }
  }

  /// Checks a reply about favourites.
  mutating func check(_ done: Done, ofFavorites call: ObservedCall) {
    check(done.sources ?? [], of: call)
    for result in done.results ?? [] {
      // What was removed before it was added was never on disk.
      if result.outcome == .removed, result.fav == nil { continue }
      guard let pendingRequests = result.outcome.onDisk else { continue }
      let isCorrect = saved.favorites[result.fav ?? ""]?.isDisjoint(with: pendingRequests) == false
      require(isCorrect, "acknowledged changes are durable", "\(result)")
    }
  }

  mutating func check(_ failure: Failure, ofFavorites call: ObservedCall) {
    check(failure.sources ?? [], of: call)
    switch failure.code {
    case .cancelled:
      require(call.isCancelled, "only cancelled calls end as cancelled", "\(call.method)")
    case .hubStopping:
      require(isStopping, "calls end with the hub only when it stops", "\(call.method)")
    case .notFound, .noProvider, .busy, .invalidParams, .tooLarge, .favoritesUnavailable,
      .deadlineExceeded, .sourcesFailed:
      break
    default: recordViolation("codes that a client knows", "\(failure.code.rawValue): \(failure)")
    }
  }

  mutating func expects(_ shown: FavoritesDocument, toBe stored: FavoritesDocument) {
    let (mine, theirs) = (shown.notified, stored.notified)
    require(mine == theirs, "favourites are durable", "\(mine), not \(theirs)")
  }
}

extension FavoritesDocument {
  /// All favourites in their order, with the members that users see.
  fileprivate var notified: [String] {
    shown.map { favorite in "\(favorite.fav) \(favorite.entity.ids) \(favorite.note ?? "")" }
  }
}

extension FavoriteLine.Event {
  /// The outcome that is reported for such a line.
  fileprivate var outcome: FavoriteResult.Outcome {
    switch self {
    case .add, .state, .restore: .added
    case .remove, .gone: .removed
    case .move: .moved
    case .note: .noted
    case .refresh: .updated
    }
  }
}

extension FavoriteResult.Outcome {
  /// The outcomes of which one must be durable; `nil` if none need be.
  fileprivate var onDisk: Set<FavoriteResult.Outcome>? {
    switch self {
    case .added, .exists: [.added]
    case .removed, .moved, .noted, .updated: [self]
    case .undone: [.added, .removed, .moved, .noted]
    case .absent, .unchanged, .refused: nil
    }
  }
}
