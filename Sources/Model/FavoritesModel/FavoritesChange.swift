package import BusProtocol
package import MusicModel

/// A change of the document, to be written. Its lines share one timestamp, apply together or not
/// at all, and are undone together.
package struct FavoritesChange: Hashable, Sendable {
  package let at: Timestamp
  package let lines: [FavoriteLine]
  /// ``FavoritesDocument/generation`` when it was made.
  package let generation: Int
  /// The approximate size of the text.
  package let bytes: Int

  init(at: Timestamp, lines: [FavoriteLine], generation: Int) {
    (self.at, self.lines, self.generation) = (at, lines, generation)
    bytes = lines.reduce(0) { $0 + $1.approximateByteCount }
  }

  /// The number of new favourites.
  package var newCount: Int {
    lines.count { if case .add(.some) = $0.event { true } else { false } }
  }

  /// The text to append to the document.
  package var text: [UInt8] { lines.flatMap(\.text) }
}

/// What a change did for one item of a call.
package enum ChangeResult: Hashable, Sendable {
  /// The favourite is as wanted now; the outcome says whether it was before.
  case done(FavoriteResult.Outcome, FavoriteID)
  /// No favourite has this key.
  case absent(FavoriteKey)
  case refused(FavoriteError)
}

/// The reason why an operation is refused.
package enum FavoriteError: Hashable, Sendable {
  /// The entity is not an artist, album or song.
  case notAFavorite(EntityKind)
  /// Its JSON has more than ``FavoriteLimits/maxEntityBytes`` bytes.
  case tooLarge
  /// The document has ``FavoriteLimits/maxFavorites`` favourites.
  case full
  /// The note has more than ``FavoriteLimits/maxNoteBytes`` bytes.
  case noteTooLong
}

/// The outcome of an operation: one result per item, and the change to write, or `nil`. The change
/// is written before the reply.
package struct FavoritesOutcome<Result: Hashable & Sendable>: Hashable, Sendable {
  package let results: [Result]
  package let change: FavoritesChange?
}

/// A change that is not on disk yet, and how to roll it back.
struct PendingChange: Sendable {
  let at: Timestamp
  /// The records before the change.
  var before: [FavoriteRecord]
  let history: UndoHistory
  /// The id that a client gave it.
  let change: String?
  /// The approximate size of its lines.
  let bytes: Int

  /// Merges external lines, which survive a rollback.
  mutating func mergeExternal(_ lines: [FavoriteLine]) {
    for index in before.indices {
      for line in lines where line.fav == before[index].fav { before[index].merge(line.effect) }
    }
  }
}

extension FavoritesDocument {
  /// Marks the changes up to this timestamp as durable.
  ///
  /// - Returns: the number of newly durable changes.
  @discardableResult
  package mutating func settle(upTo moment: Timestamp) -> Int {
    let count = pending.count
    pending.removeAll { $0.at <= moment }
    return count - pending.count
  }

  /// Rolls back the changes from this timestamp on, which did not reach the disk.
  ///
  /// - Returns: their timestamps.
  @discardableResult
  package mutating func revert(from moment: Timestamp) -> [Timestamp] {
    var reverted: [Timestamp] = []
    generation += 1
    while let last = pending.last, last.at >= moment {
      for record in last.before.reversed() {
        table.change(record.fav, fold) { $0 = record }
      }
      history = last.history
      if let change = last.change { made.remove(change) }
      reverted.append(last.at)
      pending.removeLast()
    }
    return reverted.reversed()
  }

  /// Whether there is a time for one more change: none follows the last microsecond of the year 9998.
  package var acceptsChanges: Bool { newest.next < .limit }

  /// The timestamp of the next change: later than all others.
  func moment(after now: Timestamp) -> Timestamp { max(now, newest.next) }

  /// Makes a change from the lines that `body` writes.
  mutating func change<Result>(
    _ now: Timestamp,
    batch: String? = nil,
    _ body: (inout FavoritesDocument, inout ChangeBuilder) -> [Result]
  ) -> FavoritesOutcome<Result> {
    var builder = ChangeBuilder(at: moment(after: now), history: history)
    builder.batch = batch
    let results = body(&self, &builder)
    if builder.hasRepeats { combineLines(&builder) }
    guard !builder.lines.isEmpty else { return FavoritesOutcome(results: results, change: nil) }
    for index in builder.lines.indices { builder.lines[index].changeCount = builder.lines.count }
    let change = FavoritesChange(at: builder.at, lines: builder.lines, generation: generation)
    pending.append(
      PendingChange(
        at: builder.at,
        before: builder.before,
        history: builder.history,
        change: changeID,
        bytes: change.bytes
      )
    )
    pruneIfDue()
    return FavoritesOutcome(results: results, change: change)
  }

  /// Adds a line to a change and applies it.
  mutating func write(
    _ event: FavoriteLine.Event,
    of fav: FavoriteID,
    undoes: Timestamp? = nil,
    _ builder: inout ChangeBuilder
  ) {
    var line = FavoriteLine(fav, at: builder.at, event, undoes: undoes)
    (line.batch, line.change) = (builder.batch, changeID)
    builder.lines.append(line)
    note(line)
    let before = table.change(fav, fold) { $0.replace(with: line.effect) }
    builder.before.append(before)
    builder.hasRepeats = builder.hasRepeats || before.newest == builder.at
  }

  /// Combines the lines of each favourite that set the same field. All of them have the timestamp of
  /// the change, so only one of them would apply when the document is read.
  private mutating func combineLines(_ builder: inout ChangeBuilder) {
    var indices: [FavoriteID: [Int]] = [:]
    var repeated: Set<FavoriteID> = []
    var lines: [FavoriteLine] = []
    for line in builder.lines {
      let earlier = indices[line.fav, default: []]
      if !earlier.isEmpty { repeated.insert(line.fav) }
      let combined = earlier.lazy.compactMap { index in
        lines[index].combined(with: line).map { (index, $0) }
      }
      if let (index, line) = combined.first {
        lines[index] = line
      } else {
        indices[line.fav, default: []].append(lines.count)
        lines.append(line)
      }
    }
    builder.lines = lines
    history = builder.history
    if let changeID { made.remove(changeID) }
    for line in lines { note(line) }
    for record in builder.before.reversed() where repeated.contains(record.fav) {
      table.change(record.fav, fold) { $0 = record }
    }
    for line in lines where repeated.contains(line.fav) {
      table.change(line.fav, fold) { $0.merge(line.effect) }
    }
  }

  /// A change under construction.
  struct ChangeBuilder {
    let at: Timestamp
    /// The history before the change.
    let history: UndoHistory
    /// The name of the import that it is a part of.
    var batch: String?
    var lines: [FavoriteLine] = []
    var before: [FavoriteRecord] = []
    /// Whether several lines may be of one favourite.
    var hasRepeats = false
  }
}

extension FavoriteLine {
  /// The line that has the effect of this one and of a later one.
  ///
  /// Both are of the same favourite and change; the result is `nil` if they set different fields.
  func combined(with next: FavoriteLine) -> FavoriteLine? {
    let event: Event
    switch (self.event, next.event) {
    case (.add(var record?), .refresh(let content)):
      record.content = content
      event = .add(record)
    case (.add(var record?), .note(let note, _)):
      record.note = note
      record.noteAt = at
      event = .add(record)
    case (.add(var record?), .move(let rank, _)):
      record.rank = rank
      event = .add(record)
    case (.refresh, .refresh): event = next.event
    case (.note(_, let old), .note(let note, _)): event = .note(note, was: old)
    case (.move(_, let old), .move(let rank, _)): event = .move(to: rank, from: old)
    default: return nil
    }
    var line = FavoriteLine(fav, at: at, event, undoes: undoes)
    (line.batch, line.change) = (batch, change)
    return line
  }
}
