/// The last changes that can be taken back, the newest last.
struct UndoHistory: Hashable, Sendable {
  struct Change: Hashable, Sendable {
    let at: Timestamp
    /// Without the records that they brought: those are in the table.
    var lines: [FavoriteLine]
  }

  private(set) var changes: [Change] = []

  /// Takes note of a line. One that is older than the last change came from elsewhere: it is not
  /// what the user did last.
  mutating func note(_ line: FavoriteLine) {
    if let undone = line.undoes {
      forget(undone)
      return
    }
    guard let thin = line.forHistory else { return }
    if let last = changes.last, last.at >= line.at {
      if last.at == line.at { changes[changes.count - 1].lines.append(thin) }
      return
    }
    changes.append(Change(at: line.at, lines: [thin]))
    if changes.count > FavoriteLimits.undoMax { changes.removeFirst() }
  }

  /// The change of this moment has been taken back, or cannot be.
  mutating func forget(_ moment: Timestamp) {
    if let place = changes.lastIndex(where: { $0.at == moment }) { changes.remove(at: place) }
  }

  /// The favourites whose removal can be taken back.
  var removed: Set<FavoriteID> {
    Set(changes.lazy.flatMap(\.lines).filter { $0.event == .remove }.map(\.fav))
  }
}

extension FavoriteLine {
  /// What undo needs of it; nothing of what is not undone.
  fileprivate var forHistory: FavoriteLine? {
    switch event {
    case .add: FavoriteLine(fav, at: at, .add(nil))
    case .remove, .move, .note: self
    case .keep, .gone, .restore, .refresh: nil
    }
  }
}
