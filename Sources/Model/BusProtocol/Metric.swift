/// A metric of the hub, as in the reply to `hub.metrics`. Names and units follow Prometheus:
/// seconds, bytes, `_total` at the end of counters.
public struct Metric: Hashable, Sendable, Codable {
  /// The kind of metric: a value that only rises, any value, or a distribution.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case counter, gauge, histogram
  }

  /// One value, by its labels.
  public struct Sample: Hashable, Sendable, Codable {
    public var labels: [String: String]?
    /// Of a histogram the sum.
    public var value: Double
    /// The number of values in each bucket of a histogram; the last bucket has no upper bound.
    public var counts: [Int]?

    public init(_ value: Double, labels: [String: String]? = nil, counts: [Int]? = nil) {
      self.value = value
      self.labels = labels
      self.counts = counts
    }
  }

  public var name: String
  /// A description in one sentence.
  public var help: String
  public var kind: Kind
  /// Of a histogram: the upper bounds of its buckets.
  public var bounds: [Double]?
  public var samples: [Sample]

  public init(
    _ name: String,
    _ kind: Kind,
    help: String,
    bounds: [Double]? = nil,
    samples: [Sample]
  ) {
    self.name = name
    self.kind = kind
    self.help = help
    self.bounds = bounds
    self.samples = samples
  }
}
