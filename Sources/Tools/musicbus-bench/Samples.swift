import Glibc

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

/// A metric and its baseline, measured in alternating rounds.
///
/// Other work on the machine slows both down, so each round is compared with its own baseline.
struct AlternatingRounds {
  private(set) var values = Samples()
  private(set) var baselines = Samples()
  private var ratios = Samples()

  /// Adds a round: the median time of the metric and of its baseline.
  mutating func add(_ value: Double, baseline: Double) {
    values.add(value)
    baselines.add(baseline)
    if baseline > 0 { ratios.add(value / baseline) }
  }

  /// The metric as a multiple of its baseline; 0 without rounds.
  var ratio: Double { ratios.median }

  /// The middle half of the ratios; `nil` with fewer than four rounds.
  var spread: ClosedRange<Double>? { ratios.middleHalf }
}

/// Time since some moment in the past.
enum Stopwatch {
  static var nowMicroseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  /// Measures the time of an operation.
  static func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = nowMicroseconds
    try body()
    return nowMicroseconds - start
  }
}
