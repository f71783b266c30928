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
      marksDeadline = turn.now + Favorites.marksTimeoutMs
      setTimer(&turn)
    case .opened(let document, let notes): opened(document, notes, &turn)
    case .notOpened(let problem):
      state = .unusable(problem: problem, since: turn.now)
      turn.log(.error, problem)
      openingEnded(&turn)
    case .saved(let time): saved(upTo: time, &turn)
    case .failed(let time, let problem): savingFailed(from: time, problem, &turn)
    case .unchanged: freshnessChecked(&turn)
    case .merged(let lines, let notes): merged(lines, notes, &turn)
    case .notMerged(let problem):
      turn.log(.error, problem)
      freshnessChecked(&turn)
    case .compacted(let before, let after): compacted(before, after, &turn)
    case .notCompacted(let problem):
      turn.log(.warning, "The favourites could not be compacted: \(problem)")
      fail(takePending(&turn, where: \.isCompaction), problem, &turn)
    case .checked: break  // with the entity index
    case .notChecked(let problem): fail(takePending(&turn, where: \.isCheck), problem, &turn)
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
    allMayHaveChanged(&turn)
    openingEnded(&turn)
  }

  /// Begins the calls that waited for the favourites, and completes those that waited for marks.
  private mutating func openingEnded(_ turn: inout Turn) {
    resume(takePending(&turn, where: \.isOpening), &turn)
    endMarksWait(&turn)
  }

  mutating func endMarksWait(_ turn: inout Turn) {
    marksDeadline = nil
    setTimer(&turn)
    turn.post(.marksKnown)
  }

  private mutating func saved(upTo time: Timestamp, _ turn: inout Turn) {
    totals.savedChanges += document.settle(upTo: time)
    totals.syncs += 1
    for call in takePending(&turn, where: { $0.reply(savedUpTo: time) != nil }) {
      guard let done = call.reply(savedUpTo: time) else { continue }
      turn.post(.operationEnded(call.operation, .change(done)))
    }
  }

  private mutating func savingFailed(
    from time: Timestamp,
    _ problem: String,
    _ turn: inout Turn
  ) {
    turn.log(.error, "The favourites could not be changed: \(problem)")
    document.revert(from: time)
    allMayHaveChanged(&turn)
    fail(takePending(&turn) { $0.isLost(from: time) }, problem, &turn)
  }

  private mutating func merged(_ lines: [FavoriteLine], _ notes: [String], _ turn: inout Turn) {
    document.merge(lines)
    add(notes, &turn)
    allMayHaveChanged(&turn)
    freshnessChecked(&turn)
  }

  /// Begins the calls that waited for a freshness check.
  private mutating func freshnessChecked(_ turn: inout Turn) {
    freshness?.hasEnded = true
    resume(takePending(&turn) { $0.freshnessDeadline != nil }, &turn)
  }

  private mutating func compacted(_ before: Int, _ after: Int, _ turn: inout Turn) {
    let text = "The favourites' document had \(before) lines and has \(after) now."
    turn.log(.debug, text)
    var done = Done()
    done.notes = [text]
    for call in takePending(&turn, where: \.isCompaction) {
      turn.post(.operationEnded(call.operation, .change(done)))
    }
  }

  private func fail(_ calls: [PendingFavoritesCall], _ problem: String, _ turn: inout Turn) {
    for call in calls {
      let failure = Failure(.favoritesUnavailable, problem)
      turn.post(.operationEnded(call.operation, .failed(failure)))
    }
  }

  /// Adds notes for the user, and logs them.
  private mutating func add(_ new: [String], _ turn: inout Turn) {
    notes = Array((notes + new).suffix(Favorites.maxNotes))
    for note in new { turn.log(.warning, note) }
  }

  /// Marks all favourites as changed, for replies and watchers.
  private mutating func allMayHaveChanged(_ turn: inout Turn) {
    invalidateReplies(&turn)
    turn.post(.favoriteChanged(FavoriteEvent(.many)))
  }
}
