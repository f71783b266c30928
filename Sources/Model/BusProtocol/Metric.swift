/// One thing that the hub counts or measures, as `hub.metrics` tells it. Names and units are as
/// Prometheus wants them: seconds, bytes, `_total` behind counters.
public struct Metric: Hashable, Sendable, Codable {
  /// How its value goes: only up, up and down, or by size.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case counter, gauge, histogram
  }

  /// One value, by its labels.
  public struct Sample: Hashable, Sendable, Codable {
    public var labels: [String: String]?
    /// Of a histogram the sum.
    public var value: Double
    /// Of a histogram: how many were at most so large as the bound of that place in `bounds`, the
    /// last one without a bound.
    public var counts: [Int]?

    public init(_ value: Double, labels: [String: String]? = nil, counts: [Int]? = nil) {
      self.value = value
      self.labels = labels
      self.counts = counts
    }
  }

  public var name: String
  /// In a sentence, what it is.
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
