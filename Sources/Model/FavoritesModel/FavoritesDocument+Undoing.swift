package import BusProtocol

/// An undone change.
package struct UndoResult: Hashable, Sendable {
  /// The timestamp of the change.
  package let at: Timestamp
  /// The name of the import that it was.
  package let batch: String?
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
        if !steps.isEmpty { return [UndoResult(at: last.at, batch: last.batch, steps: steps)] }
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

/// The last changes that can be undone, the newest last.
struct UndoHistory: Hashable, Sendable {
  struct Change: Hashable, Sendable {
    /// The name of the import that it is.
    let batch: String?
    /// At least one; of an import, several. Each is an array, so that a longer import does not copy all lines.
    var parts: [Part]

    /// The time of its last line.
    var at: Timestamp { parts.last?.at ?? .never }
    var lines: [FavoriteLine] { parts.flatMap(\.lines) }

    /// Whether one of its parts is of this time; they are in the order of their times.
    func contains(_ time: Timestamp) -> Bool {
      time <= at && parts.first.map { time >= $0.at } == true && parts.contains { $0.at == time }
    }

    var lineCount: Int { parts.reduce(0) { $0 + $1.lines.count } }
  }

  /// What was written at once.
  struct Part: Hashable, Sendable {
    let at: Timestamp
    /// The lines without their records, which are in the table.
    var lines: [FavoriteLine]
  }

  private(set) var changes: [Change] = []
  /// The time of the newest line.
  private var newest = Timestamp.never

  /// Records a line. A line older than the last change is external, so it cannot be undone.
  mutating func note(_ line: FavoriteLine) {
    if let undone = line.undoes {
      remove(undone)
      return
    }
    guard var thin = line.forHistory else { return }
    // A compacted document contains some lines of a change only.
    thin.changeCount = 1
    if newest >= line.at {
      let index = newest == line.at ? changes.lastIndex { $0.at == line.at } : nil
      if let index { changes[index].parts[changes[index].parts.count - 1].lines.append(thin) }
      return
    }
    newest = line.at
    let part = Part(at: line.at, lines: [thin])
    // An import stays where it began: what the user has done since is undone first.
    if let batch = line.batch, let index = changes.firstIndex(where: { $0.batch == batch }) {
      changes[index].parts.append(part)
      return
    }
    changes.append(Change(batch: line.batch, parts: [part]))
    if changes.count > FavoriteLimits.maxUndo { changes.removeFirst() }
  }

  /// Removes the change with this timestamp, because it was undone or cannot be.
  mutating func remove(_ timestamp: Timestamp) {
    let index = changes.lastIndex { $0.contains(timestamp) }
    if let index { changes.remove(at: index) }
  }

  /// The lines of all changes in the order of their times: other changes may lie between those of an import.
  var lines: [FavoriteLine] {
    changes.flatMap(\.lines).enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }

  /// The favourites whose removal can be undone.
  var removed: Set<FavoriteID> {
    Set(changes.lazy.flatMap(\.lines).filter { $0.event == .remove }.map(\.fav))
  }
}

extension FavoriteLine {
  /// The line as undo needs it, or `nil` if it cannot be undone.
  fileprivate var forHistory: FavoriteLine? {
    switch event {
    case .add: withoutRecord
    case .remove, .move, .note: self
    case .state, .gone, .restore, .refresh: nil
    }
  }

  private var withoutRecord: FavoriteLine {
    var line = FavoriteLine(fav, at: at, .add(nil))
    (line.batch, line.change) = (batch, change)
    return line
  }
}
