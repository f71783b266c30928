internal import FavoritesModel

/// What waits to be written, and what waits to be told.
struct WriteQueue {
  private var changes: [FavoritesChange] = []
  /// Being written, or waiting for the document to be united.
  private var inHand: [FavoritesChange] = []
  private var state = State.open
  private var isScheduled = false
  private var isCompacting = false
  private var isClosing = false
  var news: [FavoritesStoreEvent] = []

  private enum State {
    case open
    /// Nothing is written until the document has been united with what the hub knows.
    case waiting
    /// Something failed, and the hub has not heard of it: what it hands over until then builds on
    /// changes that are not there, and fails with them.
    case failing
  }

  mutating func enqueue(_ change: FavoritesChange) {
    if state != .failing { changes.append(change) }
  }

  /// Whether a writer must be started.
  mutating func schedule() -> Bool {
    guard !isScheduled, !changes.isEmpty, state == .open else { return false }
    isScheduled = true
    return true
  }

  /// All that can be written at once; nothing when the writer can end.
  mutating func takeBatch() -> [FavoritesChange]? {
    guard state == .open, !changes.isEmpty else {
      isScheduled = false
      return nil
    }
    inHand = changes
    changes = []
    return inHand
  }

  /// What was taken last is on the disk.
  mutating func isWritten() { inHand = [] }

  /// Nothing is written until ``resume(after:)`` or ``fail(_:)``.
  mutating func wait() {
    if state == .open { state = .waiting }
  }

  /// The document holds all changes up to this moment.
  mutating func resume(after moment: Timestamp?) {
    state = .open
    inHand = []
    if let moment { changes.removeAll { $0.at <= moment } }
  }

  /// Gives up all that is not written, and tells so in the same breath: whatever the hub hands over
  /// before it has heard of it fails as well.
  mutating func fail(_ failure: FavoritesFailure) {
    let first = inHand.first ?? changes.first
    inHand = []
    changes = []
    state = first == nil ? .open : .failing
    if let first { news.append(.failed(from: first.at, failure)) }
  }

  mutating func takeNews() -> [FavoritesStoreEvent] {
    if state == .failing { state = .open }
    defer { news = [] }
    return news
  }

  mutating func beginCompaction() -> Bool {
    defer { isCompacting = true }
    return !isCompacting
  }

  mutating func endCompaction() { isCompacting = false }

  /// - Returns: Whether closing has not begun before.
  mutating func beginClosing() -> Bool {
    defer { isClosing = true }
    return !isClosing
  }
}
