import MusicModel

/// What is due when. Each timer is set at most once: setting it again moves it.
struct TimerQueue: Sendable {
  /// What is to be looked at.
  enum Timer: Hashable, Sendable {
    /// The caller no longer waits for slow sources.
    case patience(ClientCallID)
    /// The answer must leave.
    case mark(ClientCallID)
    /// A call no longer waits for a provider that starts.
    case startAwaited(ClientCallID, ProviderID)
    /// A question to a provider is over.
    case question(ProviderCallID)
    /// What is kept of an answer is no longer waited for.
    case recall(ProviderCallID)
    /// A provider must have ended a question that was given up.
    case overdue(ProviderCallID, ProviderID)
    /// A provider must have said hello.
    case hello(ProviderID)
    /// A provider may be started again.
    case restart(ProviderID)
    /// A source may be asked again.
    case turn(ProviderID)
    /// A call must not wait longer for the favourites.
    case favorites
    /// A call must not wait longer for a verdict to be written, or for the answers that are kept.
    case orders
    /// Silent peers are to be looked for.
    case liveness
    /// A hub that nobody uses may leave.
    case idle
    /// Providers that were asked to leave should be gone.
    case stop
    /// Watchers are to be told what has changed.
    case watchers

    /// Whether it holds against a peer what that has not said.
    var isJudgement: Bool {
      switch self {
      case .overdue, .hello, .liveness: true
      case .patience, .mark, .startAwaited, .question, .recall, .restart, .turn, .favorites,
        .orders, .idle, .stop, .watchers:
        false
      }
    }

    /// Whether it is gone when its call or question is.
    var isOfCall: Bool {
      switch self {
      case .patience, .mark, .startAwaited, .question, .recall, .overdue, .favorites, .orders: true
      case .hello, .restart, .turn, .liveness, .idle, .stop, .watchers: false
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

  /// A binary heap, the earliest first. Entries whose number is no longer that of their timer were
  /// moved or cancelled; they are passed over, and swept out when they are the most.
  private var heap: [Entry] = []
  private var numbers: [Timer: Int] = [:]
  private var number = 0

  var count: Int { numbers.count }

  func count(where isWanted: (Timer) -> Bool) -> Int { numbers.keys.count(where: isWanted) }

  /// When the earliest timer is due.
  var next: Instant? { heap.first?.due }

  /// When a timer is due that is set.
  func due(_ timer: Timer) -> Instant? {
    guard let number = numbers[timer] else { return nil }
    return heap.first { $0.number == number }?.due
  }

  mutating func set(_ timer: Timer, at due: Instant) {
    number += 1
    numbers[timer] = number
    heap.append(Entry(due: due, number: number, timer: timer))
    siftUp(from: heap.count - 1)
    sweep()
  }

  mutating func cancel(_ timer: Timer) {
    guard numbers.removeValue(forKey: timer) != nil else { return }
    sweep()
  }

  /// Takes the earliest timer, where it is due.
  mutating func popDue(at now: Instant) -> Timer? {
    guard let first = heap.first, first.due <= now else { return nil }
    removeFirst()
    numbers[first.timer] = nil
    dropStale()
    return first.timer
  }

  /// Keeps the promise that the first entry is alive, and that at most half of them are not.
  private mutating func sweep() {
    dropStale()
    guard heap.count > 64, heap.count > numbers.count * 2 else { return }
    heap = heap.filter(isAlive).sorted { $0.isBefore($1) }
  }

  private mutating func dropStale() {
    while let first = heap.first, !isAlive(first) { removeFirst() }
  }

  private func isAlive(_ entry: Entry) -> Bool { numbers[entry.timer] == entry.number }

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
