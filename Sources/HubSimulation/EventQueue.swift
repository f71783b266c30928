/// What is to happen when; of what happens at one time, first what was planned first.
struct EventQueue: Sendable {
  private struct Entry: Sendable {
    let at: Int
    let number: Int
    let happening: Happening

    func isBefore(_ other: Entry) -> Bool { (at, number) < (other.at, other.number) }
  }

  /// A binary heap.
  private var heap: [Entry] = []
  private var number = 0

  var next: Int? { heap.first?.at }

  mutating func add(_ happening: Happening, at time: Int) {
    number += 1
    heap.append(Entry(at: time, number: number, happening: happening))
    var child = heap.count - 1
    while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() -> Happening? {
    guard let first = heap.first else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      guard least != parent else { return first.happening }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
