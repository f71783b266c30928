internal import FavoritesModel

/// Changes to be written, and events to be delivered.
struct WriteQueue {
  private var changes: [FavoritesChange] = []
  /// Being written, or waiting for a merge.
  private var inProgress: [FavoritesChange] = []
  private let maxBytes: Int
  /// Bytes of all changes that are not written.
  private var bytes = 0
  /// Whether a change was refused, and the hub does not know yet: later ones build on it.
  private var isRefusing = false
  private var state = State.open
  private var isScheduled = false
  private var isClosing = false
  /// The time of the last change that was written.
  private var lastWritten = Timestamp.never
  /// The times of the changes that failed last.
  private var failed: ClosedRange<Timestamp>?
  /// Whether a client waits for a compaction.
  private(set) var compactionIsRequested = false
  var events: [FavoritesStoreEvent] = []

  private enum State {
    case open
    /// Writes wait until the document has been merged with the hub's state.
    case waiting
    /// Writes wait until the hub's state has replaced the document, but not if the hub ends before.
    case compacting
    /// A write failed, and the hub does not know yet. Its changes until then build on lost ones,
    /// and fail with them.
    case failing
  }

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  /// Adds a change, or refuses it if too many bytes wait for the disk.
  ///
  /// - Returns: whether it was refused.
  mutating func enqueue(_ change: FavoritesChange) -> Bool {
    guard state != .failing, !isRefusing else {
      extendFailure(to: change.at)
      return false
    }
    let size = change.approximateByteCount
    guard bytes + size <= maxBytes else {
      isRefusing = true
      failed = change.at...change.at
      events.append(.failed(from: change.at, .diskTooSlow))
      return true
    }
    changes.append(change)
    bytes += size
    return false
  }

  /// Whether a writer must be started.
  mutating func schedule() -> Bool {
    guard !isScheduled, !changes.isEmpty, state == .open else { return false }
    isScheduled = true
    return true
  }

  /// All changes that can be written together; `nil` if the writer can end.
  mutating func takeBatch() -> [FavoritesChange]? {
    let mayWrite = state == .open || state == .compacting && isClosing
    guard mayWrite, !changes.isEmpty else {
      isScheduled = false
      return nil
    }
    inProgress = changes
    changes = []
    return inProgress
  }

  /// The last batch is durable.
  mutating func batchWritten() {
    bytes -= inProgress.byteCount
    lastWritten = inProgress.last?.at ?? lastWritten
    inProgress = []
  }

  /// Stops writing until ``resume(after:)`` or ``fail(_:)``.
  ///
  /// - Returns: whether it was not waiting before.
  mutating func wait() -> Bool {
    guard state == .open || state == .compacting else { return false }
    state = .waiting
    return true
  }

  /// Whether a merge with the hub's state is due.
  var isWaiting: Bool { state == .waiting }

  /// Whether the hub's state may replace the document or be merged with it: it was not captured before
  /// the hub knew of a failure, or before changes that were written since.
  func isUpToDate(_ document: FavoritesDocument, isMerged: Bool) -> Bool {
    if let failed, document.hasPending(in: failed) { return false }
    return isMerged || document.newest >= lastWritten
  }

  /// The document contains all changes up to this moment.
  mutating func resume(after moment: Timestamp?) {
    state = .open
    inProgress = []
    if let moment {
      changes.removeAll { $0.at <= moment }
      lastWritten = max(lastWritten, moment)
    }
    bytes = changes.byteCount
  }

  /// Fails all unwritten changes, including those that the hub queues before it gets this event.
  mutating func fail(_ failure: FavoritesFailure) {
    let first = inProgress.first ?? changes.first
    let last = changes.last ?? inProgress.last
    if let first, let last { failed = first.at...last.at }
    inProgress = []
    changes = []
    bytes = 0
    state = first == nil ? .open : .failing
    if let first { events.append(.failed(from: first.at, failure)) }
  }

  mutating func drainEvents() -> [FavoritesStoreEvent] {
    if state == .failing { state = .open }
    isRefusing = false
    defer { events = [] }
    return events
  }

  /// Stops writing until ``resume(after:)`` or ``fail(_:)``.
  ///
  /// - Returns: whether the document can be compacted now. Otherwise a requested compaction comes later.
  mutating func beginCompaction(isRequested: Bool = false) -> Bool {
    compactionIsRequested = compactionIsRequested || isRequested
    guard state == .open, !isClosing else { return false }
    compactionIsRequested = false
    state = .compacting
    return true
  }

  /// Stops writing again, or still, because the hub's state was not up to date.
  ///
  /// - Returns: whether the hub's state is wanted now; otherwise a merge comes first.
  mutating func repeatCompaction() -> Bool {
    state == .compacting || beginCompaction(isRequested: true)
  }

  private mutating func extendFailure(to moment: Timestamp) {
    guard let failed else { return }
    self.failed = failed.lowerBound...max(failed.upperBound, moment)
  }

  /// - Returns: Whether closing has not begun before.
  mutating func beginClosing() -> Bool {
    defer { isClosing = true }
    return !isClosing
  }
}

extension [FavoritesChange] {
  fileprivate var byteCount: Int { reduce(0) { $0 + $1.approximateByteCount } }
}
