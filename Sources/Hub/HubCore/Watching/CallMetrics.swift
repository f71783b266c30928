import BusProtocol
import MusicModel

/// Counts and times of calls and sources.
///
/// The labels are bounded: known methods, providers, outcomes.
struct CallMetrics: Sendable {
  /// The end of a call.
  enum Result: String, CaseIterable, Sendable {
    case done, error
    /// The reply came from the list cache.
    case cached
  }

  struct CallKey: Hashable, Sendable {
    let method: Method
    let result: Result
  }

  struct SourceKey: Hashable, Sendable {
    let provider: ProviderID
    let outcome: Outcome
  }

  private(set) var calls: [CallKey: Int] = [:]
  private(set) var callTimes: [Method: Histogram] = [:]
  private(set) var outcomes: [SourceKey: Int] = [:]
  private(set) var sourceTimes: [ProviderID: Histogram] = [:]

  mutating func count(_ method: Method, _ result: Result) {
    calls[CallKey(method: method, result: result), default: 0] += 1
  }

  mutating func time(_ method: Method, _ elapsedMs: Int) {
    callTimes[method, default: Histogram()].add(elapsedMs)
  }

  mutating func count(_ reports: [SourceReport]) {
    for report in reports {
      outcomes[SourceKey(provider: report.provider, outcome: report.outcome), default: 0] += 1
      guard let elapsedMs = report.elapsedMs else { continue }
      sourceTimes[report.provider, default: Histogram()].add(elapsedMs)
    }
  }
}

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
