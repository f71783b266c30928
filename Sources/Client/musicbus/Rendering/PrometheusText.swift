import BusProtocol

/// Metrics in the text format that Prometheus reads (exposition format 0.0.4).
struct PrometheusText: Hashable, Sendable {
  let lines: [String]

  init(_ metrics: [Metric]) {
    lines = metrics.filter { !$0.samples.isEmpty }.flatMap { metric in
      [
        "# HELP \(metric.name) \(metric.help)",
        "# TYPE \(metric.name) \(metric.kind.rawValue)",
      ] + metric.samples.flatMap { PrometheusText.lines(of: $0, metric) }
    }
  }

  private static func lines(of sample: Metric.Sample, _ metric: Metric) -> [String] {
    let labels = sample.labels ?? [:]
    guard metric.kind == .histogram, let counts = sample.counts, let bounds = metric.bounds else {
      return ["\(metric.name)\(written(labels)) \(number(sample.value))"]
    }
    let edges = bounds.map(number) + ["+Inf"]
    let buckets = zip(edges, counts).map { edge, count in
      "\(metric.name)_bucket\(written(labels, ("le", edge))) \(count)"
    }
    return buckets + [
      "\(metric.name)_sum\(written(labels)) \(number(sample.value))",
      "\(metric.name)_count\(written(labels)) \(counts.last ?? 0)",
    ]
  }

  private static func written(_ labels: [String: String], _ last: (String, String)? = nil) -> String
  {
    let pairs = labels.sorted { $0.key < $1.key } + [last].compactMap(\.self).map { ($0.0, $0.1) }
    guard !pairs.isEmpty else { return "" }
    return "{\(pairs.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ","))}"
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: String(character)
      }
    }.joined()
  }

  /// Whole numbers without a fraction.
  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }
}
