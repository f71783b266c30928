import BusProtocol
import FoundationEssentials

/// A measured value with its limit, and the figures from which it is computed.
struct PerformanceTarget: Hashable, Sendable, Codable {
  /// Such as `cached.p50`.
  var name: String
  /// A description for users.
  var title: String
  var value: Double
  var unit: Unit
  /// The maximum; `nil` for a value that is only reported.
  var max: Double?
  /// The measured figures, including the baseline.
  var figures: [Figure] = []
  /// The middle half of the values of all rounds, if it is a median of rounds.
  var spread: ClosedRange<Double>?
  /// The share of the processors that others used just before, in percent, if it was too high.
  var busyPercent: Double?

  enum Unit: String, Hashable, Sendable, Codable {
    case times = "×"
    case microseconds = "µs"
    case milliseconds = "ms"
    case seconds = "s"
    case megabytes = "MB"
    case kilobytes = "kB"
    case percent = "%"
    case perSecond = "/s"
    case count = ""
  }

  /// One number with its name.
  struct Figure: Hashable, Sendable, Codable {
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
    max: Double? = nil,
    _ figures: [Figure] = []
  ) {
    self.name = name
    self.title = title
    self.value = value
    self.unit = unit
    self.max = max
    self.figures = figures
  }

  /// A value as a multiple of its baseline: the median of alternating rounds, with its spread.
  init(
    _ name: String,
    _ title: String,
    _ value: String,
    to baseline: String,
    _ unit: Unit,
    in rounds: AlternatingRounds,
    max: Double? = nil,
    _ figures: [Figure] = []
  ) {
    let both = [
      Figure(value, rounds.values.median, unit), Figure(baseline, rounds.baselines.median, unit),
    ]
    self.init(name, title, rounds.ratio, .times, max: max, both + figures)
    spread = rounds.spread
  }

  /// Whether the target is met; `nil` without a limit.
  var isMet: Bool? { max.map { value <= $0 } }

  /// One line.
  func json() throws -> String { String(decoding: try JSONCodec.encode(self), as: UTF8.self) }
}

/// Formats a target for users.
extension PerformanceTarget {
  /// `MISSED  1.84 × (≤ 1.60 ×)  Cached reply …: hub p50 80 µs, echo p50 70 µs`
  var text: String {
    let verdict = isMet.map { $0 ? "met   " : "MISSED" } ?? "      "
    let bound = max.map { " (≤ \(Self.text($0, unit)))" } ?? ""
    let spread = spread.map { "half of the rounds \(Self.text($0, unit))" }
    let numbers =
      [spread].compactMap(\.self) + figures.map { "\($0.name) \(Self.text($0.value, $0.unit))" }
    let busy = busyPercent.map {
      "Measured while other processes used \(fixed($0, digits: 0)) % of the processors."
    }
    let further = [numbers.isEmpty ? nil : numbers.joined(separator: ", "), busy]
    return
      (["\(verdict)  \(Self.text(value, unit))\(bound)  \(title) [\(name)]"]
      + further.compactMap { $0.map { "        \($0)" } }).joined(separator: "\n")
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
    let number = fixed(value, digits: digits)
    return unit == .count ? number : "\(number) \(unit.rawValue)"
  }
}

/// The targets of an earlier run, read from the file to which `--json` was redirected.
struct EarlierRun {
  private let targets: [String: PerformanceTarget]

  /// - Throws: ``Missing`` if the file cannot be read or is not the output of `--json`.
  init(path: String) throws {
    guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
      throw Missing("Could not read \"\(path)\".")
    }
    try self.init(text: String(decoding: bytes, as: UTF8.self), name: path)
  }

  init(text: String, name: String) throws {
    var targets: [String: PerformanceTarget] = [:]
    for line in text.split(separator: "\n") {
      do {
        let target: PerformanceTarget = try JSONCodec.decode(from: Array(line.utf8))
        targets[target.name] = target
      } catch {
        throw Missing("\"\(name)\" is not the output of musicbus-bench --json.")
      }
    }
    self.targets = targets
  }

  /// `before 1.30 × (1.28–1.33): 8 % lower`
  func change(of target: PerformanceTarget) -> String {
    guard let before = targets[target.name] else { return "before: not measured" }
    let value = PerformanceTarget.text(before.value, before.unit)
    guard before.unit == target.unit else { return "before \(value)" }
    let spread = before.spread.map { " (\(PerformanceTarget.text($0, target.unit)))" } ?? ""
    return "before \(value)\(spread): \(EarlierRun.text(from: before, to: target))"
  }

  private static func text(from before: PerformanceTarget, to now: PerformanceTarget) -> String {
    if let old = before.spread, let new = now.spread, old.overlaps(new) {
      return "no change beyond the spread"
    }
    guard before.value != 0 else { return now.value == 0 ? "no change" : "changed" }
    let percent = (now.value / before.value - 1) * 100
    guard percent.magnitude >= 0.5 else { return "no change" }
    return "\(fixed(percent.magnitude, digits: 0)) % \(percent < 0 ? "lower" : "higher")"
  }
}
