import BusProtocol
import EntityResolution
package import FavoritesModel
import MusicModel

/// The user's favourites: the document with all changes, its marks in replies, and new releases of its artists.
struct Favorites: Sendable {
  enum State: Hashable, Sendable {
    /// Favourites are disabled on this hub.
    case absent
    case opening
    case open
    case unusable(problem: String, since: Instant)
  }

  /// The last check of whether another program has changed the favourites.
  struct FreshnessCheck: Sendable {
    let requested: Instant
    var hasEnded = false

    /// The result is valid for this time, in milliseconds.
    static let freshMs = 1_000
    /// The maximum wait of calls for the result, in milliseconds; then they get the state in memory.
    static let timeoutMs = 250
  }

  /// Changes saved since the hub started. Those that wait for the disk together share a sync.
  struct Totals: Sendable {
    var savedChanges = 0
    var syncs = 0
  }

  var state = State.absent
  var path = ""
  /// The favourites with all changes, saved or not.
  var document = FavoritesDocument(fold: Favorites.foldedName)
  /// Increases with every change of the favourites, across restarts.
  var revision = 0
  /// Changes that watchers do not know yet.
  var events: [FavoriteEvent] = []
  /// Problems of the file that the user should know, newest last.
  var notes: [String] = []
  var freshness: FreshnessCheck?
  /// Until then, replies wait for favourite marks, as the favourites are being opened.
  var marksDeadline: Instant?
  var random: RandomSource
  var totals = Totals()
  var releases = Releases()
  var links = FavoriteLinks()
  /// The ids of favourites that were added as they were known, and whose sources are to be asked for more.
  private var incomplete: [(id: EntityID, provider: ProviderID?)] = []
  /// The name of an import that was undone, which must not continue.
  var undoneImport: String?
  /// Whether a compaction was asked for that has not ended.
  var isCompacting = false
  let defaultLimit: Int

  /// The maximum number of waiting calls, and of changes that are not saved.
  static let maxPending = 1024
  /// The approximate maximum size of changes that are not saved; one more may go beyond it.
  static let maxPendingBytes = 64 << 20
  /// Replies wait for favourite marks for at most this time, in milliseconds.
  static let marksTimeoutMs = 2_000
  static let maxNotes = 5

  init(_ settings: HubSettings, bootID: String) {
    random = RandomSource(seed: settings.seed + bootID)
    defaultLimit = settings.defaultPageLength
  }

  mutating func takeUndoneImport() -> String? {
    defer { undoneImport = nil }
    return undoneImport
  }

  /// Has the sources asked for more about a favourite, or one of them.
  mutating func completeLater(_ id: EntityID, at provider: ProviderID? = nil) {
    if incomplete.count < Favorites.maxPending { incomplete.append((id, provider)) }
  }

  /// Takes the next favourite to complete that still is one.
  mutating func nextIncomplete() -> (id: EntityID, provider: ProviderID?)? {
    while !incomplete.isEmpty {
      let next = incomplete.removeFirst()
      if document.favorite(next.id) != nil { return next }
    }
    return nil
  }

  /// Normalizes names of favourites for comparison; all readers of the file use it.
  static let foldedName: @Sendable (String) -> String = { FoldedName($0).words }
}

/// An action on the favourites file.
package enum FavoritesAction: Hashable, Sendable {
  /// Try again to open the document; completes with `opened` or `notOpened`.
  case open
  /// Save a change; completes with `saved` or `failed`.
  case save(FavoritesChange)
  /// Check whether another program has changed the document.
  ///
  /// Completes with `unchanged`, `merged` or `notMerged`.
  case checkForExternalChange
  /// Read the whole document; completes with `checked` or `notChecked`.
  case check
  /// Compact the document; completes with `compacted` or `notCompacted`.
  case compact
  /// Merge the document with the hub's state; completes with `merged` or `notMerged`, or asks once more.
  case merge
  /// Replace the document with the hub's state; completes with `compacted` or `notCompacted`, or asks once more.
  case replace
}

/// An event of the favourites file. A `problem` states the error and its fix.
package enum FavoritesEvent: Sendable {
  /// It is being opened; calls that need it wait.
  case opening(path: String)
  /// It is open. `notes` are for the user.
  case opened(FavoritesDocument, notes: [String])
  case notOpened(problem: String)
  /// All changes up to this moment are durable.
  case saved(upTo: Timestamp)
  /// No change from this moment on is durable.
  case failed(from: Timestamp, problem: String)
  /// It was checked, and no other program has changed it.
  case unchanged
  /// Another program has changed the document: the hub's state is wanted. Changes wait meanwhile.
  case externallyChanged
  /// Another program had changed the document; it was merged with the hub's state.
  case merged([FavoriteLine], notes: [String])
  case notMerged(problem: String)
  /// The document has become long, or a client wants it: the hub's state is wanted. Changes wait meanwhile.
  case compactionWanted
  case compacted(linesBefore: Int, linesAfter: Int)
  case notCompacted(problem: String)
  case checked(DocumentCheck)
  case notChecked(problem: String)

  /// Whether the document contains lines that the hub has not read before.
  var mayAddLines: Bool {
    switch self {
    case .opened, .merged: true
    default: false
    }
  }
}

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
    case .externallyChanged: turn.perform(.favorites(.merge))
    case .merged(let lines, let notes):
      document.merge(lines)
      add(notes, &turn)
      allMayHaveChanged()
      freshness?.hasEnded = true
    case .notMerged(let problem):
      turn.log(.error, problem)
      freshness?.hasEnded = true
    case .compactionWanted: turn.perform(.favorites(.replace))
    case .compacted(let before, let after):
      isCompacting = false
      turn.log(.debug, "The favourites' document had \(before) lines and has \(after) now.")
    case .notCompacted(let problem):
      isCompacting = false
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

extension FavoritesChange {
  /// The events for watchers: one for each favourite, or one for many.
  func events(in document: FavoritesDocument) -> [FavoriteEvent] {
    guard lines.count <= WatchRegistry.maxFavoriteEvents else { return [FavoriteEvent(.many)] }
    return lines.map { line in
      let content = document.record(line.fav)?.content
      return FavoriteEvent(
        line.event.change,
        favorite: line.fav.description,
        entity: content?.ids.min(),
        name: content?.name
      )
    }
  }
}

extension FavoriteLine.Event {
  fileprivate var change: FavoriteEvent.Change {
    switch self {
    case .add, .state, .restore: .added
    case .remove, .gone: .removed
    case .move: .moved
    case .note, .refresh: .updated
    }
  }
}
