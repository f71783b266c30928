/// A metric and its baseline, measured in alternating rounds.
///
/// Other work on the machine slows both down, so each round is compared with its own baseline.
struct AlternatingRounds {
  private(set) var values = Samples()
  private(set) var baselines = Samples()
  private var ratios = Samples()

  /// Adds a round: the median time, or the rate, of the metric and of its baseline.
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

extension PerformanceTarget {
  /// A value as a multiple of its baseline: the median of alternating rounds, with its spread.
  static func ratio(
    _ name: String,
    _ title: String,
    _ value: String,
    to baseline: String,
    _ unit: Unit,
    in rounds: AlternatingRounds,
    _ limit: Limit?,
    further figures: [Figure] = [],
    note: String? = nil
  ) -> PerformanceTarget {
    var target = PerformanceTarget(
      name,
      title,
      rounds.ratio,
      .times,
      limit,
      [
        .init(value, rounds.values.median, unit), .init(baseline, rounds.baselines.median, unit),
      ] + figures,
      note: note
    )
    target.spread = rounds.spread
    return target
  }
}
