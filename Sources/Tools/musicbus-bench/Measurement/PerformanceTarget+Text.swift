/// Formats a target for users.
extension PerformanceTarget {
  /// `MISSED  1.84 × (≤ 1.15 ×)  Cached reply …: hub p50 80 µs, echo p50 70 µs`
  var text: String {
    let verdict = isMet.map { $0 ? "met   " : "MISSED" } ?? "      "
    let bound = limit.map { " (\($0.sign) \(PerformanceTarget.text($0.bound, unit)))" } ?? ""
    let figures = figures.map { "\($0.name) \(PerformanceTarget.text($0.value, $0.unit))" }
    let first = "\(verdict)  \(PerformanceTarget.text(value, unit))\(bound)  \(title) [\(name)]"
    let spread = spread.map { "half of the rounds \(PerformanceTarget.text($0, unit))" }
    let numbers = (spread.map { [$0] } ?? []) + figures
    let busy = busyPercent.map {
      "Measured while other processes used \(Figures.fixed($0, digits: 0)) % of the processors."
    }
    let further = [numbers.isEmpty ? nil : numbers.joined(separator: ", "), busy, note]
    return ([first] + further.compactMap { $0.map { "        \($0)" } }).joined(separator: "\n")
  }

  /// `1.20–1.35 ×`
  static func text(_ range: ClosedRange<Double>, _ unit: Unit) -> String {
    let first = text(range.lowerBound, unit).prefix { $0 != " " }
    return "\(first)–\(text(range.upperBound, unit))"
  }

  /// The significant digits of a value.
  static func text(_ value: Double, _ unit: Unit) -> String {
    let size = value.magnitude
    let digits = unit == .count || size >= 100 ? 0 : size >= 10 ? 1 : 2
    let number = Figures.fixed(value, digits: digits)
    return unit == .count ? number : "\(number) \(unit.rawValue)"
  }
}

extension PerformanceTarget.Limit {
  var sign: String {
    switch self {
    case .atMost: "≤"
    case .atLeast: "≥"
    }
  }
}

/// All targets of a run as a table of Markdown, for `docs/performance.md`.
enum TargetTable {
  static func markdown(_ targets: [PerformanceTarget]) -> String {
    let rows = targets.map { target in
      let bound =
        target.limit.map { "\($0.sign) \(PerformanceTarget.text($0.bound, target.unit))" } ?? "–"
      let isMet = target.isMet.map { $0 ? "yes" : "**no**" } ?? "–"
      let figures = target.figures.map { "\($0.name) \(PerformanceTarget.text($0.value, $0.unit))" }
      return
        "| \(target.title) | \(PerformanceTarget.text(target.value, target.unit)) | \(bound) "
        + "| \(isMet) | \(figures.joined(separator: ", ")) |"
    }
    return (["| metric | value | target | met | measured |", "|---|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }
}
