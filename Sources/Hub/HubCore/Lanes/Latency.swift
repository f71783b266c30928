import BusProtocol

/// The latencies of a provider's most recent replies, failed ones included.
struct Latency: Sendable {
  /// The maximum number of samples.
  static let maxSamples = 100

  /// In milliseconds; a new sample overwrites the oldest.
  private var samples: [Int] = []
  private var next = 0

  mutating func note(_ milliseconds: Int) {
    if samples.count < Latency.maxSamples {
      samples.append(milliseconds)
    } else {
      samples[next] = milliseconds
    }
    next = (next + 1) % Latency.maxSamples
  }

  var status: ProviderStatus.Latency? {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    func quantile(_ percent: Int) -> Int {
      sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }
    return .init(replies: sorted.count, p50Ms: quantile(50), p95Ms: quantile(95))
  }
}
