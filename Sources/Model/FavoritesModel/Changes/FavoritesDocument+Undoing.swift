/// What was taken back.
package struct UndoResult: Hashable, Sendable {
  /// When the change was made.
  package let at: Timestamp
  package let steps: [Step]

  package struct Step: Hashable, Sendable {
    package let fav: FavoriteID
    package let kind: Kind
  }

  /// What had been done.
  package enum Kind: String, Hashable, Sendable {
    case added, removed, moved, noted
  }
}

extension FavoritesDocument {
  /// Takes back the last change of the user that has not been taken back yet.
  ///
  /// - Returns: no result where there is none: ``FavoriteLimits/undoMax`` changes are remembered.
  package mutating func undo(now: Timestamp) -> FavoritesOutcome<UndoResult> {
    change(now) { document, draft in
      while let last = document.history.changes.last {
        let steps = document.undo(last, &draft)
        if !steps.isEmpty { return [UndoResult(at: last.at, steps: steps)] }
        // Another version of the document has undone it already.
        document.history.forget(last.at)
      }
      return []
    }
  }

  private mutating func undo(
    _ change: UndoHistory.Change,
    _ draft: inout ChangeBuilder
  ) -> [UndoResult.Step] {
    change.lines.reversed().compactMap { line in
      guard let record = record(line.fav) else { return nil }
      let event: FavoriteLine.Event
      let kind: UndoResult.Kind
      switch line.event {
      case .add where record.isPresent: (event, kind) = (.remove, .added)
      case .remove where !record.isPresent: (event, kind) = (.restore, .removed)
      case .move(_, let old?) where record.isPresent:
        (event, kind) = (.move(to: old, from: nil), .moved)
      case .note(_, let old) where record.isPresent:
        (event, kind) = (.note(old, was: nil), .noted)
      default: return nil
      }
      write(event, of: line.fav, undoes: change.at, &draft)
      return UndoResult.Step(fav: line.fav, kind: kind)
    }
  }
}
