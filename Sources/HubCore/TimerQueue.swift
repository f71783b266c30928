import MusicModel

/// What is due when. A timer that has lost its sense is not taken out: whoever is told of it looks
/// whether it still matters.
struct TimerQueue: Sendable {
  /// What is to be looked at.
  enum Timer: Hashable, Sendable {
    /// The caller no longer waits for slow sources.
    case patience(CallKey)
    /// The answer must leave.
    case mark(CallKey)
    /// A call no longer waits for a provider that starts.
    case startAwaited(CallKey, ProviderID)
    /// A question to a provider is over.
    case question(QuestionKey)
    /// A provider must have said hello.
    case hello(ProviderID)
    /// A provider may be started again.
    case restart(ProviderID)
    /// Silent peers are to be looked for.
    case liveness
    /// A hub that nobody uses may leave.
    case idle
    /// Providers that were asked to leave should be gone.
    case stop
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
  private var heap: [Entry] = []
  private var number = 0

  var next: Instant? { heap.first?.due }
  var count: Int { heap.count }

  mutating func set(_ timer: Timer, at due: Instant) {
    number += 1
    heap.append(Entry(due: due, number: number, timer: timer))
    siftUp(from: heap.count - 1)
  }

  /// Takes the earliest timer, where it is due.
  mutating func popDue(at now: Instant) -> Timer? {
    guard let first = heap.first, first.due <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown(from: 0)
    return first.timer
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
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { heap[$0].isBefore(heap[$1]) }),
        heap[least].isBefore(heap[parent])
      else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
