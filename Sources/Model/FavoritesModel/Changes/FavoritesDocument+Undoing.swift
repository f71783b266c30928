package import BusProtocol

/// An undone change.
package struct UndoResult: Hashable, Sendable {
  /// The timestamp of the change.
  package let at: Timestamp
  package let steps: [Step]

  package struct Step: Hashable, Sendable {
    package let fav: FavoriteID
    package let kind: FavoriteResult.Undid
  }
}

extension FavoritesDocument {
  /// Undoes the user's last change that has not been undone.
  ///
  /// - Returns: no result without such a change. The history has ``FavoriteLimits/maxUndo``
  ///   changes.
  package mutating func undo(now: Timestamp) -> FavoritesOutcome<UndoResult> {
    change(now) { document, builder in
      while let last = document.history.changes.last {
        let steps = document.undo(last, &builder)
        if !steps.isEmpty { return [UndoResult(at: last.at, steps: steps)] }
        // Another version of the document has already undone it.
        document.history.remove(last.at)
      }
      return []
    }
  }

  private mutating func undo(
    _ change: UndoHistory.Change,
    _ builder: inout ChangeBuilder
  ) -> [UndoResult.Step] {
    let added = Set(change.lines.filter { $0.event == .add(nil) }.map(\.fav))
    return change.lines.reversed().compactMap { line in
      guard let record = record(line.fav) else { return nil }
      let event: FavoriteLine.Event
      let kind: FavoriteResult.Undid
      switch line.event {
      case .add where record.isPresent: (event, kind) = (.remove, .added)
      case .remove where !record.isPresent: (event, kind) = (.restore, .removed)
      case .move(_, let old?) where record.isPresent && !added.contains(line.fav):
        (event, kind) = (.move(to: old, from: nil), .moved)
      case .note(_, let old) where record.isPresent && !added.contains(line.fav):
        (event, kind) = (.note(old, was: nil), .noted)
      default: return nil
      }
      write(event, of: line.fav, undoes: line.at, &builder)
      return UndoResult.Step(fav: line.fav, kind: kind)
    }
  }
}
