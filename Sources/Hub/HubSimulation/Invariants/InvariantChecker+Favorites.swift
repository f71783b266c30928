import BusProtocol
import FavoritesModel
import HubCore
import MusicModel

/// What the hub owes the favourites: what it says is done is on the disk, and what it shows as well.
extension InvariantChecker {
  mutating func recordSaved(_ lines: [FavoriteLine]) {
    for line in lines {
      saved.favorites[line.fav.description, default: []].insert(line.event.outcome)
    }
  }

  /// An answer about favourites.
  mutating func check(_ done: Done, ofFavorites call: ObservedCall) {
    check(done.sources ?? [], of: call)
    for result in done.results ?? [] {
      guard let pendingRequests = result.outcome.onDisk else { continue }
      let isCorrect = saved.favorites[result.fav ?? ""]?.isDisjoint(with: pendingRequests) == false
      require(isCorrect, "what is done is on the disk", "\(result)")
    }
  }

  mutating func check(_ failure: Failure, ofFavorites call: ObservedCall) {
    check(failure.sources ?? [], of: call)
    switch failure.code {
    case .cancelled: require(call.isCancelled, "only who cancels is told so", "\(call.method)")
    case .hubStopping: require(isStopping, "only at the end is it told", "\(call.method)")
    case .notFound, .noProvider, .busy, .invalidParams, .tooLarge, .favoritesUnavailable,
      .deadlineExceeded, .sourcesFailed:
      break
    default: recordViolation("codes that a client knows", "\(failure)")
    }
  }

  mutating func expects(_ shown: FavoritesDocument, toBe kept: FavoritesDocument) {
    let (mine, theirs) = (shown.notified, kept.notified)
    require(mine == theirs, "favourites are those on the disk", "\(mine), not \(theirs)")
  }
}

extension FavoritesDocument {
  /// All favourites in their order, as far as a person tells them apart.
  fileprivate var notified: [String] {
    shown.map { favorite in "\(favorite.fav) \(favorite.entity.ids) \(favorite.note ?? "")" }
  }
}

extension FavoriteLine.Event {
  /// What is answered of such a line.
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
  /// Any of which must be on the disk; nothing where none need be.
  fileprivate var onDisk: Set<FavoriteResult.Outcome>? {
    switch self {
    case .added, .exists: [.added]
    case .removed, .moved, .noted, .updated: [self]
    case .undone: [.added, .removed, .moved, .noted]
    case .absent, .unchanged, .refused: nil
    }
  }
}
