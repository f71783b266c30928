import BusProtocol
import FavoritesModel

/// The user's favourites as the hub holds them, and the calls that wait for the disk.
struct FavoritesState: Sendable {
  enum State: Hashable, Sendable {
    /// This hub has none: nobody named a document.
    case absent
    case opening
    case open
    case unusable(problem: String)
  }

  var state = State.absent
  /// Where the document is.
  var path = ""
  var document = FavoritesDocument(fold: Hub.foldedName)
  /// Another number whenever the favourites have changed.
  var revision = 0
  /// What a person should know of the document, the newest last.
  private(set) var notes: [String] = []
  /// In the order in which they came.
  var waiting: [PendingFavoritesCall] = []
  var look: FreshnessCheck?
  /// Until when answers wait to be marked, while the document is being opened for the first time.
  var marksAwaited: Instant?
  /// When opening the document failed last.
  var tried: Instant?
  var random: Jitter
  /// How many changes the disk has taken since the hub was started, and in how many syncs: those that
  /// come together share one.
  var savedChanges = 0
  var syncs = 0

  /// A disk that takes longer costs the marks, and not the answers; in milliseconds.
  static let marksMs = 2_000
  /// More calls than this do not wait, and more changes are not kept from a disk that does not answer.
  static let waitingMax = 1024
  private static let notesMax = 5

  init(seed: String) { random = Jitter(seed: seed) }

  mutating func note(_ sentences: [String]) {
    notes = Array((notes + sentences).suffix(FavoritesState.notesMax))
  }
}

extension FavoritesState: PendingReplyQueue {
  var tickets: some Sequence<PendingReply> { waiting.lazy.map(\.ticket) }
}

/// When the shell was last asked whether somebody else has changed the document.
struct FreshnessCheck: Sendable {
  let asked: Instant
  var isAnswered = false

  /// So long it counts, in milliseconds.
  static let freshMs = 1_000
  /// A disk that takes longer costs a list the newest, and not the time; in milliseconds.
  static let patienceMs = 250
}

/// A call about favourites that waits.
struct PendingFavoritesCall: Sendable {
  enum Cause: Sendable {
    /// For the document to be opened; it begins then.
    case opening(WireMessage, since: Instant)
    /// For the document to be looked at; it begins then.
    case looking(WireMessage, since: Instant)
    /// For the change of that moment to be on the disk.
    case saving(Timestamp)
    case check
    case compaction
  }

  let cause: Cause
  let ticket: PendingReply
  /// What it is answered when all goes well.
  var done = Done()

  /// When it waits no longer.
  var mark: Instant {
    if case .looking(_, let since) = cause {
      since + FreshnessCheck.patienceMs
    } else {
      ticket.mark
    }
  }

  /// What begins when it has waited long enough.
  var postponed: (message: WireMessage, since: Instant)? {
    switch cause {
    case .opening(let message, let since), .looking(let message, let since): (message, since)
    case .saving, .check, .compaction: nil
    }
  }

  var isLooking: Bool { if case .looking = cause { true } else { false } }
  var isCheck: Bool { if case .check = cause { true } else { false } }
  var isCompaction: Bool { if case .compaction = cause { true } else { false } }
  var isOpening: Bool { if case .opening = cause { true } else { false } }

  func isSaved(upTo moment: Timestamp) -> Bool {
    if case .saving(let wanted) = cause { wanted <= moment } else { false }
  }

  func isLost(from moment: Timestamp) -> Bool {
    if case .saving(let wanted) = cause { wanted >= moment } else { false }
  }
}
