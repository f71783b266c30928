import BusProtocol
import MusicModel

/// What the hub counts of its work. What it counts by is bounded: methods of the registry, providers
/// that there are, outcomes.
struct CallMetrics: Sendable {
  /// How a call ended.
  enum Result: String, CaseIterable, Sendable {
    case done, error
    /// It was answered from memory, without anybody being asked.
    case remembered
  }

  struct Key: Hashable, Sendable {
    let method: Method
    let result: Result
  }

  struct BreakerKey: Hashable, Sendable {
    let provider: ProviderID
    let outcome: Outcome
  }

  private(set) var calls: [Key: Int] = [:]
  private(set) var callTimes: [Method: Histogram] = [:]
  private(set) var outcomes: [BreakerKey: Int] = [:]
  private(set) var sourceTimes: [ProviderID: Histogram] = [:]

  mutating func count(_ method: Method, _ result: Result) {
    calls[Key(method: method, result: result), default: 0] += 1
  }

  mutating func time(_ method: Method, _ elapsedMs: Int) {
    callTimes[method, default: Histogram()].add(elapsedMs)
  }

  mutating func count(_ reports: [SourceReport]) {
    for report in reports {
      outcomes[BreakerKey(provider: report.provider, outcome: report.outcome), default: 0] += 1
      guard let elapsedMs = report.elapsedMs else { continue }
      sourceTimes[report.provider, default: Histogram()].add(elapsedMs)
    }
  }
}
