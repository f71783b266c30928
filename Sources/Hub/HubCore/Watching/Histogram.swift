/// Distribution of durations.
struct Histogram: Hashable, Sendable {
  /// Upper bounds of the buckets in milliseconds; the last bucket has none.
  static let boundsMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]

  private(set) var counts = [Int](repeating: 0, count: Histogram.boundsMs.count + 1)
  private(set) var sumMs = 0

  mutating func add(_ elapsedMs: Int) {
    let bucket = Histogram.boundsMs.firstIndex { elapsedMs <= $0 } ?? Histogram.boundsMs.count
    counts[bucket] += 1
    sumMs += elapsedMs
  }

  /// For each bucket, the number of durations within its bound.
  var cumulated: [Int] {
    var sum = 0
    return counts.map { count in
      sum += count
      return sum
    }
  }
}
