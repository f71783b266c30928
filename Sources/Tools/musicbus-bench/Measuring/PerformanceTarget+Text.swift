/// A bar as a person reads it.
extension PerformanceTarget {
  /// `fails  1.84 × (≤ 1.15 ×)  Cached answer …: hub p50 80 µs, echo p50 70 µs`
  var text: String {
    let verdict = holds.map { $0 ? "holds" : "FAILS" } ?? "     "
    let asked = limit.map { " (\($0.sign) \(PerformanceTarget.text($0.bound, unit)))" } ?? ""
    let figures = figures.map { "\($0.name) \(PerformanceTarget.text($0.value, $0.unit))" }
    let first = "\(verdict)  \(PerformanceTarget.text(value, unit))\(asked)  \(title) [\(name)]"
    let further = figures.isEmpty ? [] : ["       " + figures.joined(separator: ", ")]
    return ([first] + further + (note.map { ["       \($0)"] } ?? [])).joined(separator: "\n")
  }

  /// As many digits as tell something.
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

/// All bars of a run as a table of Markdown, for the README.
enum TargetTable {
  static func markdown(_ bars: [PerformanceTarget]) -> String {
    let rows = bars.map { bar in
      let asked =
        bar.limit.map { "\($0.sign) \(PerformanceTarget.text($0.bound, bar.unit))" } ?? "–"
      let holds = bar.holds.map { $0 ? "yes" : "**no**" } ?? "–"
      let figures = bar.figures.map { "\($0.name) \(PerformanceTarget.text($0.value, $0.unit))" }
      return
        "| \(bar.title) | \(PerformanceTarget.text(bar.value, bar.unit)) | \(asked) | \(holds) | "
        + "\(figures.joined(separator: ", ")) |"
    }
    return (["| what | value | bar | holds | measured |", "|---|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }
}
