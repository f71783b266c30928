import BusProtocol
import FoundationEssentials

/// The targets of an earlier run, read from the file to which `--json` was redirected.
struct EarlierRun {
  private let lines: [String: PerformanceTarget.Line]

  /// Reads a file.
  ///
  /// - Throws: ``UsageError`` if it cannot be read or is not the output of `--json`.
  init(path: String) throws(UsageError) {
    guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
      throw UsageError("Could not read \"\(path)\"")
    }
    try self.init(text: String(decoding: bytes, as: UTF8.self), name: path)
  }

  init(text: String, name: String) throws(UsageError) {
    var lines: [String: PerformanceTarget.Line] = [:]
    for line in text.split(separator: "\n") {
      do {
        let line = try BusCodec.decode(PerformanceTarget.Line.self, from: Array(line.utf8))
        lines[line.name] = line
      } catch {
        throw UsageError("\"\(name)\" is not the output of musicbus-bench --json")
      }
    }
    self.lines = lines
  }

  /// `before 1.30 × (1.28–1.33): 8 % lower`
  func change(of target: PerformanceTarget) -> String {
    guard let before = lines[target.name] else { return "before: not measured" }
    guard before.unit == target.unit.rawValue else { return "before: in \(before.unit)" }
    let value = PerformanceTarget.text(before.value, target.unit)
    let spread = before.range.map { " (\(PerformanceTarget.text($0, target.unit)))" } ?? ""
    return "before \(value)\(spread): \(EarlierRun.text(from: before, to: target))"
  }

  private static func text(from before: PerformanceTarget.Line, to now: PerformanceTarget) -> String
  {
    if let old = before.range, let new = now.spread, old.overlaps(new) {
      return "no change beyond the spread"
    }
    guard before.value != 0 else { return now.value == 0 ? "no change" : "changed" }
    let percent = (now.value / before.value - 1) * 100
    guard percent.magnitude >= 0.5 else { return "no change" }
    return "\(Figures.fixed(percent.magnitude, digits: 0)) % \(percent < 0 ? "lower" : "higher")"
  }
}
