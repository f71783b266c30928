/// Sets of things that have nothing in common: each thing knows the next one of its set, the last one
/// the first. Two sets are put together in one step.
struct DisjointSets {
  private var next: [Int32]

  /// So many things, each alone.
  init(count: Int) { next = (0..<Int32(count)).map { $0 } }

  /// Whether any thing of the set that this one is in is such a one.
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

  /// All things of the set that this one is in.
  func all(in thing: Int) -> [Int] {
    var all: [Int] = []
    forEach(in: thing) { all.append($0) }
    return all
  }

  /// Leaves each thing of a set alone, and answers them.
  mutating func takeApart(_ thing: Int) -> [Int] {
    let all = all(in: thing)
    for thing in all { next[thing] = Int32(thing) }
    return all
  }

  /// Puts two different sets together.
  mutating func join(_ one: Int, _ other: Int) { next.swapAt(one, other) }
}
