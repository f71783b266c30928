/// A measured value with its limit, and the figures from which it is computed.
struct PerformanceTarget: Hashable, Sendable {
  /// Such as `cached.p50`.
  var name: String
  /// A description for users.
  var title: String
  var value: Double
  var unit: Unit
  /// The limit; `nil` for a value that is only reported.
  var limit: Limit?
  /// The measured figures, including the baseline.
  var figures: [Figure]
  /// The reason for the value, or a deviation from the prescribed measurement.
  var note: String?
  /// The middle half of the values of all rounds, if it is a median of rounds.
  var spread: ClosedRange<Double>?
  /// The share of the processors that others used just before, in percent, if it was too high.
  var busyPercent: Double?

  enum Limit: Hashable, Sendable {
    case atMost(Double)
    case atLeast(Double)

    var bound: Double {
      switch self {
      case .atMost(let bound), .atLeast(let bound): bound
      }
    }

    func isMet(for value: Double) -> Bool {
      switch self {
      case .atMost(let bound): value <= bound
      case .atLeast(let bound): value >= bound
      }
    }
  }

  enum Unit: String, Hashable, Sendable {
    case times = "×"
    case microseconds = "µs"
    case milliseconds = "ms"
    case seconds = "s"
    case megabytes = "MB"
    case percent = "%"
    case perSecond = "/s"
    case count = ""
  }

  /// One number with its name.
  struct Figure: Hashable, Sendable {
    var name: String
    var value: Double
    var unit: Unit

    init(_ name: String, _ value: Double, _ unit: Unit) {
      self.name = name
      self.value = value
      self.unit = unit
    }
  }

  init(
    _ name: String,
    _ title: String,
    _ value: Double,
    _ unit: Unit = .times,
    _ limit: Limit? = nil,
    _ figures: [Figure] = [],
    note: String? = nil
  ) {
    self.name = name
    self.title = title
    self.value = value
    self.unit = unit
    self.limit = limit
    self.figures = figures
    self.note = note
  }

  /// Whether the target is met; `nil` without a limit.
  var isMet: Bool? { limit.map { $0.isMet(for: value) } }
}

extension PerformanceTarget {
  /// A value as a multiple of its baseline; both are figures of the target.
  static func ratio(
    _ name: String,
    _ title: String,
    _ value: Figure,
    to baseline: Figure,
    _ limit: Limit?,
    further figures: [Figure] = [],
    note: String? = nil
  ) -> PerformanceTarget {
    let ratio = baseline.value > 0 ? value.value / baseline.value : 0
    return PerformanceTarget(
      name,
      title,
      ratio,
      .times,
      limit,
      [value, baseline] + figures,
      note: note
    )
  }
}
