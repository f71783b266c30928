package import BusProtocol

/// Metrics in the Prometheus text format (exposition format 0.0.4).
package struct PrometheusText: Hashable, Sendable {
  package let lines: [String]

  package init(_ metrics: [Metric]) {
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
      return ["\(metric.name)\(formatted(labels)) \(number(sample.value))"]
    }
    let edges = bounds.map(number) + ["+Inf"]
    let buckets = zip(edges, counts).map { edge, count in
      "\(metric.name)_bucket\(formatted(labels, ("le", edge))) \(count)"
    }
    return buckets + [
      "\(metric.name)_sum\(formatted(labels)) \(number(sample.value))",
      "\(metric.name)_count\(formatted(labels)) \(counts.last ?? 0)",
    ]
  }

  private static func formatted(_ labels: [String: String], _ last: (String, String)? = nil)
    -> String
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

  /// Formats whole numbers without a fraction.
  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }
}
