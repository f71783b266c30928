package import BusProtocol

/// The last changes that clients gave ids: one that is repeated is not made again.
struct MadeChanges: Sendable {
  private var steps: [String: [MadeStep]] = [:]
  /// The ids, the oldest first.
  private var order: [String] = []

  /// The number of changes that are known.
  static let maxCount = 256

  subscript(_ change: String) -> [MadeStep]? { steps[change] }

  mutating func note(_ line: FavoriteLine) {
    guard let change = line.change, let step = MadeStep(line) else { return }
    if steps[change] == nil {
      order.append(change)
      if order.count > MadeChanges.maxCount { steps[order.removeFirst()] = nil }
    }
    steps[change, default: []].append(step)
  }

  mutating func remove(_ change: String) {
    steps[change] = nil
    order.removeAll { $0 == change }
  }
}

/// What a change did to a favourite.
package struct MadeStep: Hashable, Sendable {
  package let fav: FavoriteID
  package let outcome: FavoriteResult.Outcome
  /// Of an undone change: what had been done, and when.
  package let undid: FavoriteResult.Undid?
  package let undoes: Timestamp?

  /// `nil` for a line that no user has made.
  fileprivate init?(_ line: FavoriteLine) {
    let (outcome, undid): (FavoriteResult.Outcome, FavoriteResult.Undid)
    switch line.event {
    case .add: (outcome, undid) = (.added, .removed)
    case .restore: (outcome, undid) = (.added, .removed)
    case .remove: (outcome, undid) = (.removed, .added)
    case .move: (outcome, undid) = (.moved, .moved)
    case .note: (outcome, undid) = (.noted, .noted)
    case .refresh: (outcome, undid) = (.updated, .added)
    case .state, .gone: return nil
    }
    (fav, undoes) = (line.fav, line.undoes)
    let isUndone = line.undoes != nil
    (self.outcome, self.undid) = (isUndone ? .undone : outcome, isUndone ? undid : nil)
  }
}

extension FavoritesDocument {
  /// What a change with an id of a client did; `nil` if it was not made, or too many were made since.
  package func steps(of change: String) -> [MadeStep]? { made[change] }
}
