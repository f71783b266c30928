import MusicModel

/// Timers by due time. Each timer is set at most once: setting it again moves it.
struct TimerQueue: Sendable {
  /// The key of a timer; each is set by one machine only.
  enum Timer: Hashable, Sendable {
    /// A call of a client has waited long enough for something.
    case clientCall(ClientCallID)
    /// A call to a provider has waited long enough, or the next one can be sent.
    case lane(ProviderID)
    /// A provider must have ended a cancelled call.
    case laneStall(ProviderID)
    /// The stored budgets must have been read.
    case budgetsTimeout
    case provider(ProviderTimer)
    /// Replies must not wait longer for favourite marks.
    case favorites
    /// An operation must not wait longer.
    case operations
    /// Peers are checked for their liveness.
    case liveness
    /// An unused hub may exit.
    case idle
    /// Providers must have exited.
    case shutdown
    /// Watchers are notified.
    case watchers
    /// The next favourite artist may be checked for new albums.
    case releases

    /// Whether it is the timeout of a peer, which a hub stall must not shorten.
    var isPeerTimeout: Bool {
      switch self {
      case .laneStall, .provider(.hello), .liveness: true
      default: false
      }
    }

    /// Whether it must be gone when no call is in flight.
    var isOfCall: Bool {
      switch self {
      case .clientCall, .lane, .laneStall, .favorites, .operations: true
      case .budgetsTimeout, .provider, .liveness, .idle, .shutdown, .watchers, .releases: false
      }
    }
  }

  private struct Entry {
    let due: Instant
    let number: Int
    let timer: Timer

    func isBefore(_ other: Entry) -> Bool {
      (due, number) < (other.due, other.number)
    }
  }

  /// A binary heap, the earliest first.
  ///
  /// Entries that are not the current one of their timer were moved or cancelled; they are skipped, and
  /// removed when they are the majority.
  private var heap: [Entry] = []
  private var current: [Timer: Entry] = [:]
  private var number = 0

  var count: Int { current.count }

  func count(where isWanted: (Timer) -> Bool) -> Int { current.keys.count(where: isWanted) }

  /// The due time of the earliest timer.
  var next: Instant? { heap.first?.due }

  /// Returns the due time of a timer, or `nil` if it is not set.
  func due(_ timer: Timer) -> Instant? { current[timer]?.due }

  /// Sets a timer, unless it is due at that time or earlier.
  mutating func set(_ timer: Timer, noLaterThan due: Instant) {
    if let earlier = current[timer]?.due, earlier <= due { return }
    set(timer, at: due)
  }

  /// Sets a timer to the time at which it is due now, or cancels it.
  mutating func set(_ timer: Timer, due: Instant?) {
    guard let due else { return cancel(timer) }
    if current[timer]?.due != due { set(timer, at: due) }
  }

  mutating func set(_ timer: Timer, at due: Instant) {
    number += 1
    let entry = Entry(due: due, number: number, timer: timer)
    current[timer] = entry
    heap.append(entry)
    siftUp(from: heap.count - 1)
    sweep()
  }

  mutating func cancel(_ timer: Timer) {
    guard current.removeValue(forKey: timer) != nil else { return }
    sweep()
  }

  /// Removes and returns the earliest timer, if it is due.
  mutating func popDue(at now: Instant) -> Timer? {
    guard let first = heap.first, first.due <= now else { return nil }
    removeFirst()
    current[first.timer] = nil
    dropStale()
    return first.timer
  }

  /// Restores the invariants that the first entry is alive, and at least half of all are.
  private mutating func sweep() {
    dropStale()
    guard heap.count > 64, heap.count > current.count * 2 else { return }
    heap = heap.filter(isAlive).sorted { $0.isBefore($1) }
  }

  private mutating func dropStale() {
    while let first = heap.first, !isAlive(first) { removeFirst() }
  }

  private func isAlive(_ entry: Entry) -> Bool { current[entry.timer]?.number == entry.number }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown(from: 0)
  }

  private mutating func siftUp(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(from start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}

/// Timers of the supervisor.
enum ProviderTimer: Hashable, Sendable {
  /// The provider must have sent its hello.
  case hello(ProviderID)
  case restart(ProviderID)
}
