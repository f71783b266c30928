/// Future events by time; simultaneous events in the order in which they were added.
struct EventQueue: Sendable {
  private struct Entry: Sendable {
    let at: Int
    let number: Int
    /// The index of the event.
    let index: Int

    func isBefore(_ other: Entry) -> Bool {
      at == other.at ? number < other.number : at < other.at
    }
  }

  /// A binary heap.
  private var heap: [Entry] = []
  private var events: [SimulatedEvent?] = []
  private var free: [Int] = []
  private var number = 0

  var next: Int? { heap.first?.at }

  mutating func add(_ event: SimulatedEvent, at time: Int) {
    let index = free.popLast() ?? events.count
    if index == events.count {
      events.append(event)
    } else {
      events[index] = event
    }
    number += 1
    heap.append(Entry(at: time, number: number, index: index))
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() -> SimulatedEvent? {
    guard let first = heap.first else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown()
    free.append(first.index)
    defer { events[first.index] = nil }
    return events[first.index]
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var least = parent
      let left = 2 * parent + 1
      if left < heap.count, heap[left].isBefore(heap[least]) { least = left }
      if left + 1 < heap.count, heap[left + 1].isBefore(heap[least]) { least = left + 1 }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
