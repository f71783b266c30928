/// Measured values, of which median and high percentiles are reported.
struct Samples: Sendable {
  private(set) var values: [Double] = []

  init(_ values: [Double] = []) { self.values = values }

  var count: Int { values.count }

  mutating func add(_ value: Double) { values.append(value) }

  /// The smallest value that at least a share (0 to 1) of all values does not exceed; 0 of nothing.
  func percentile(_ share: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  var median: Double { percentile(0.5) }

  /// The range of the middle half of the values; `nil` if there are fewer than four.
  var middleHalf: ClosedRange<Double>? {
    count < 4 ? nil : percentile(0.25)...percentile(0.75)
  }
}
