import BusProtocol
import FavoritesModel
import MusicModel

/// Events of the favourites file.
extension Favorites {
  mutating func handleEvent(_ event: FavoritesEvent, _ turn: inout Turn) {
    switch event {
    case .opening(let path):
      self.path = path
      state = .opening
      let deadline = turn.now + Favorites.marksTimeoutMs
      marksDeadline = deadline
      turn.timers.set(.favorites, at: deadline)
    case .opened(let document, let notes): opened(document, notes, &turn)
    case .notOpened(let problem):
      state = .unusable(problem: problem, since: turn.now)
      turn.log(.error, problem)
      endMarksWait(&turn)
    case .saved(let time):
      totals.savedChanges += document.settle(upTo: time)
      totals.syncs += 1
    case .failed(let time, let problem):
      turn.log(.error, "The favourites could not be changed: \(problem)")
      document.revert(from: time)
      allMayHaveChanged()
    case .unchanged: freshness?.hasEnded = true
    case .merged(let lines, let notes):
      document.merge(lines)
      add(notes, &turn)
      allMayHaveChanged()
      freshness?.hasEnded = true
    case .notMerged(let problem):
      turn.log(.error, problem)
      freshness?.hasEnded = true
    case .compacted(let before, let after):
      turn.log(.debug, "The favourites' document had \(before) lines and has \(after) now.")
    case .notCompacted(let problem):
      turn.log(.warning, "The favourites could not be compacted: \(problem)")
    case .checked, .notChecked: break
    }
  }

  private mutating func opened(
    _ document: FavoritesDocument,
    _ notes: [String],
    _ turn: inout Turn
  ) {
    self.document = document
    // Later than all revisions of an earlier hub, which may have handed out pages.
    revision = max(revision, Int(max(turn.timestamp, document.newest).microseconds))
    state = .open
    add(notes, &turn)
    turn.log(.info, "\(document.count) favourites in \(path)")
    allMayHaveChanged()
    endMarksWait(&turn)
  }

  /// Calls wait for marks no longer.
  mutating func endMarksWait(_ turn: inout Turn) {
    marksDeadline = nil
    turn.timers.cancel(.favorites)
  }

  /// Adds notes for the user, and logs them.
  private mutating func add(_ new: [String], _ turn: inout Turn) {
    notes = Array((notes + new).suffix(Favorites.maxNotes))
    for note in new { turn.log(.warning, note) }
  }

  /// Marks all favourites as changed, for replies and watchers.
  private mutating func allMayHaveChanged() {
    invalidateReplies()
    events.append(FavoriteEvent(.many))
  }
}
