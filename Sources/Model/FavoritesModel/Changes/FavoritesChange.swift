/// One change of the document, ready to be written: all lines have its moment, and are undone
/// together.
package struct FavoritesChange: Hashable, Sendable {
  package let at: Timestamp
  package let lines: [FavoriteLine]

  /// As it is appended to the document.
  package var text: [UInt8] { lines.flatMap(\.text) }
}

/// What an operation answers: one result for each thing asked for, and the change that is to be
/// written before the answer is given; none where nothing changed.
package struct FavoritesOutcome<Result: Hashable & Sendable>: Hashable, Sendable {
  package let results: [Result]
  package let change: FavoritesChange?
}

/// A change that is not on disk yet, and how to take it back.
struct PendingChange: Sendable {
  let at: Timestamp
  /// The records as they were before.
  var before: [FavoriteRecord]
  let history: UndoHistory

  /// What comes from elsewhere stays when the change is taken back.
  mutating func join(_ lines: [FavoriteLine]) {
    for place in before.indices {
      for line in lines where line.fav == before[place].fav { before[place].join(line.effect) }
    }
  }
}

extension FavoritesDocument {
  /// The changes up to this moment are on disk.
  ///
  /// - Returns: how many of them were not before.
  @discardableResult
  package mutating func settle(upTo moment: Timestamp) -> Int {
    let count = pending.count
    pending.removeAll { $0.at <= moment }
    return count - pending.count
  }

  /// The changes from this moment on did not reach the disk: as if they had never been.
  ///
  /// - Returns: the moments of these changes.
  @discardableResult
  package mutating func revert(from moment: Timestamp) -> [Timestamp] {
    var reverted: [Timestamp] = []
    while let last = pending.last, last.at >= moment {
      for record in last.before.reversed() {
        table.change(record.fav, fold) { $0 = record }
      }
      history = last.history
      reverted.append(last.at)
      pending.removeLast()
    }
    return reverted.reversed()
  }

  /// The moment of the next change: later than all that is there.
  func moment(after now: Timestamp) -> Timestamp { max(now, newest.next) }

  /// Makes a change of the lines that `body` writes.
  mutating func change<Result>(
    _ now: Timestamp,
    _ body: (inout FavoritesDocument, inout ChangeBuilder) -> [Result]
  ) -> FavoritesOutcome<Result> {
    var draft = ChangeBuilder(at: moment(after: now), history: history)
    let results = body(&self, &draft)
    guard !draft.lines.isEmpty else { return FavoritesOutcome(results: results, change: nil) }
    pending.append(PendingChange(at: draft.at, before: draft.before, history: draft.history))
    tidyIfDue()
    return FavoritesOutcome(
      results: results,
      change: FavoritesChange(at: draft.at, lines: draft.lines)
    )
  }

  /// Writes one line of a change and applies it.
  mutating func write(
    _ event: FavoriteLine.Event,
    of fav: FavoriteID,
    undoes: Timestamp? = nil,
    _ draft: inout ChangeBuilder
  ) {
    let line = FavoriteLine(fav, at: draft.at, event, undoes: undoes)
    draft.lines.append(line)
    note(line)
    draft.before.append(table.change(fav, fold) { $0.join(line.effect) })
  }

  /// A change that is being made.
  struct ChangeBuilder {
    let at: Timestamp
    /// As it was before the change.
    let history: UndoHistory
    var lines: [FavoriteLine] = []
    var before: [FavoriteRecord] = []
  }
}
