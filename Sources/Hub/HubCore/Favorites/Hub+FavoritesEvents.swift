import BusProtocol
import EntityResolution
import FavoritesModel
import MusicModel

/// What becomes of the document, as the shell tells it.
extension Hub {
  mutating func handle(_ event: FavoritesEvent) {
    switch event {
    case .opening(let path):
      favorites.path = path
      favorites.state = .opening
      favorites.marksAwaited = turn.now + FavoritesState.marksMs
      setFavoritesTimer()
    case .opened(let document, let notes): opened(document, notes)
    case .notOpened(let problem): notOpened(problem)
    case .saved(let moment): saved(upTo: moment)
    case .failed(let moment, let problem): failed(from: moment, problem)
    case .inStep: looked()
    case .united(let lines, let notes): united(lines, notes)
    case .notUnited(let problem):
      log(.error, problem)
      looked()
    case .compacted(let before, let after): compacted(before, after)
    case .notCompacted(let problem):
      log(.warning, "The favourites could not be compacted: \(problem)")
      endWaiting(\.isCompaction, Failure(.favoritesUnavailable, problem))
    case .checked(let check): checked(check)
    case .notChecked(let problem):
      endWaiting(\.isCheck, Failure(.favoritesUnavailable, problem))
    }
  }

  private mutating func opened(_ document: FavoritesDocument, _ notes: [String]) {
    favorites.document = document
    favorites.state = .open
    tell(notes)
    log(.info, "\(document.count) favourites in \(favorites.path)")
    allMayHaveChanged()
    goOn()
  }

  private mutating func notOpened(_ problem: String) {
    favorites.state = .unusable(problem: problem)
    favorites.tried = turn.now
    log(.error, problem)
    goOn()
  }

  /// Those that waited for the document begin; answers that waited for its marks leave.
  private mutating func goOn() {
    favorites.marksAwaited = nil
    setFavoritesTimer()
    begin(takeWaiting(\.isOpening))
    for key in calls.keys.sorted() { settle(key) }
  }

  private mutating func saved(upTo moment: Timestamp) {
    favorites.savedChanges += favorites.document.settle(upTo: moment)
    favorites.syncs += 1
    for wait in takeWaiting({ $0.isSaved(upTo: moment) }) { tell(wait.done, to: wait.ticket) }
  }

  private mutating func failed(from moment: Timestamp, _ problem: String) {
    log(.error, "The favourites could not be changed: \(problem)")
    favorites.document.revert(from: moment)
    allMayHaveChanged()
    endWaiting({ $0.isLost(from: moment) }, Failure(.favoritesUnavailable, problem))
  }

  private mutating func united(_ lines: [FavoriteLine], _ notes: [String]) {
    favorites.document.merge(lines)
    tell(notes)
    allMayHaveChanged()
    looked()
  }

  /// The document is as it was left, or was united with what the hub knows: those that read it begin.
  private mutating func looked() {
    favorites.look?.isAnswered = true
    begin(takeWaiting(\.isLooking))
  }

  private mutating func compacted(_ before: Int, _ after: Int) {
    let text = "The favourites' document had \(before) lines and has \(after) now."
    log(.debug, text)
    for wait in takeWaiting(\.isCompaction) {
      var done = Done()
      done.notes = [text]
      tell(done, to: wait.ticket)
    }
  }

  private mutating func checked(_ check: DocumentCheck) {
    let report = FavoritesCheck(check, of: favorites.path)
    for wait in takeWaiting(\.isCheck) {
      var done = Done()
      done.check = report
      tell(done, to: wait.ticket)
    }
  }

  private mutating func endWaiting(
    _ isWanted: (PendingFavoritesCall) -> Bool,
    _ failure: Failure
  ) {
    for wait in takeWaiting(isWanted) { reply(failure, to: wait.ticket) }
  }

  private mutating func tell(_ notes: [String]) {
    favorites.note(notes)
    for note in notes { log(.warning, note) }
  }

  /// What clients were told of favourites before is out of date, and all of them may be others now.
  private mutating func allMayHaveChanged() {
    favoritesChanged()
    watchers.record(FavoriteEvent(.many))
  }

  /// What clients were told of favourites before is out of date.
  mutating func favoritesChanged() {
    favorites.revision += 1
    replyCaches.clear(because: .favoritesChanged)
  }
}

extension Hub {
  /// How the names of favourites are compared, as all other names: whoever reads the document for
  /// the hub must do it by this.
  package static let foldedName: @Sendable (String) -> String = { FoldedName($0).words }
}

extension FavoritesCheck {
  /// Of each fault at most so many are told.
  private static let faultsMax = 1000

  fileprivate init(_ check: DocumentCheck, of path: String) {
    self.init(
      document: path,
      version: check.version,
      lines: check.lineCount,
      favorites: check.favoriteCount
    )
    damaged = check.damaged.prefix(FavoritesCheck.faultsMax).map { line in
      Damage(line: line.number, reason: line.reason.description)
    }
    incomplete = check.incomplete.prefix(FavoritesCheck.faultsMax).map(\.description)
    doubtful = check.doubtful.prefix(FavoritesCheck.faultsMax).map(\.description)
  }
}
