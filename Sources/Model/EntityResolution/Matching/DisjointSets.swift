/// Disjoint sets, each a ring of elements that refer to the next one. Two sets are joined in one step.
struct DisjointSets {
  private var next: [Int32]

  /// Creates `count` sets of one element each.
  init(count: Int) { next = (0..<Int32(count)).map { $0 } }

  /// Whether any element in the set of this one satisfies the predicate.
  func contains(in thing: Int, where body: (Int) -> Bool) -> Bool {
    var current = thing
    repeat {
      if body(current) { return true }
      current = Int(next[current])
    } while current != thing
    return false
  }

  func forEach(in thing: Int, _ body: (Int) -> Void) {
    _ = contains(in: thing) {
      body($0)
      return false
    }
  }

  /// All elements in the set of this one.
  func all(in thing: Int) -> [Int] {
    var count = 0
    forEach(in: thing) { _ in count += 1 }
    var all: [Int] = []
    all.reserveCapacity(count)
    forEach(in: thing) { all.append($0) }
    return all
  }

  /// Removes an element from the set of this one, and returns it; `nil` if this one is alone.
  mutating func removeNext(of thing: Int) -> Int? {
    let removed = Int(next[thing])
    guard removed != thing else { return nil }
    next[thing] = next[removed]
    next[removed] = Int32(removed)
    return removed
  }

  /// Joins two different sets.
  mutating func join(_ one: Int, _ other: Int) { next.swapAt(one, other) }
}
