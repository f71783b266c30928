import BusProtocol
import EntityResolution
import FavoritesModel
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

  /// Changes saved since the hub started. Changes of one turn share a sync.
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
  /// Changes of which those who watch do not know yet.
  var events: [FavoriteEvent] = []
  /// Problems of the file that the user should know, newest last.
  var notes: [String] = []
  var freshness: FreshnessCheck?
  /// Until then, replies wait for favourite marks, as the favourites are being opened.
  var marksDeadline: Instant?
  var random: Jitter
  var totals = Totals()
  var releases = Releases()
  /// The ids of favourites that were added as they were known, and whose sources are to be asked for more.
  private var incomplete: [EntityID] = []
  let defaultLimit: Int

  /// The maximum number of waiting calls, and of changes that are not saved.
  static let maxPending = 1024
  /// Replies wait for favourite marks for at most this time, in milliseconds.
  static let marksTimeoutMs = 2_000
  static let maxNotes = 5

  init(_ settings: HubSettings, bootID: String) {
    random = Jitter(seed: settings.seed + bootID)
    defaultLimit = settings.defaultPageLength
  }

  mutating func completeLater(_ id: EntityID) {
    if incomplete.count < Favorites.maxPending { incomplete.append(id) }
  }

  /// Takes the next favourite to complete that still is one.
  mutating func nextIncomplete() -> EntityID? {
    while !incomplete.isEmpty {
      let id = incomplete.removeFirst()
      if document.favorite(id) != nil { return id }
    }
    return nil
  }

  /// Normalizes names of favourites for comparison; all readers of the file use it.
  static let foldedName: @Sendable (String) -> String = { FoldedName($0).words }
}
