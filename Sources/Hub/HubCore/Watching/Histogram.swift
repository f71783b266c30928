/// How often something took how long.
struct Histogram: Hashable, Sendable {
  /// Upper bounds in milliseconds; what takes longer is in a bucket of its own.
  static let boundsMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]

  private(set) var counts = [Int](repeating: 0, count: Histogram.boundsMs.count + 1)
  private(set) var sumMs = 0

  mutating func add(_ elapsedMs: Int) {
    let place = Histogram.boundsMs.firstIndex { elapsedMs <= $0 } ?? Histogram.boundsMs.count
    counts[place] += 1
    sumMs += elapsedMs
  }

  /// Of each bucket all that is not above its bound.
  var cumulated: [Int] {
    var sum = 0
    return counts.map { count in
      sum += count
      return sum
    }
  }
}
