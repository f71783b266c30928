import BusProtocol
import EntityResolution
import FavoritesModel

/// The user's favourites, and the calls about them that wait for the disk.
struct Favorites: Sendable {
  enum State: Hashable, Sendable {
    /// Favourites are disabled on this hub.
    case absent
    case opening
    case open
    case unusable(problem: String, since: Instant)
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
  /// Problems of the file that the user should know, newest last.
  var notes: [String] = []
  /// In order of arrival.
  var pending: [PendingFavoritesCall] = []
  var freshness: FreshnessCheck?
  /// Until then, replies wait for favourite marks, as the favourites are being opened.
  var marksDeadline: Instant?
  var random: Jitter
  var totals = Totals()
  var releases = Releases()
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

  /// Normalizes names of favourites for comparison; all readers of the file use it.
  static let foldedName: @Sendable (String) -> String = { FoldedName($0).words }
}
