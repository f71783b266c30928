import Foundation
import Testing

/// A number of findings that may only fall until it reaches its target. Whoever removes findings
/// also lowers the ratchet, so that the number cannot rise again.
///
/// To see the findings of one target: `STYLE_TARGET=HubCore swift test --filter StyleTests`.
struct Ratchet {
  let now: Int
  let target: Int

  init(_ now: Int, target: Int = 0) {
    self.now = now
    self.target = target
  }

  func check(
    _ found: [Finding],
    _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let target = ProcessInfo.processInfo.environment["STYLE_TARGET"] {
      for finding in found where finding.target == target { print("\(what): \(finding.text)") }
    }
    let byTarget = Dictionary(grouping: found, by: \.target).mapValues(\.count)
    let counts = byTarget.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let hint = "To list them: STYLE_TARGET=TARGET swift test --skip-build --filter StyleTests"
    check(found.count, what, counts + [hint], sourceLocation)
  }

  func check(
    _ found: [String],
    _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    check(found.count, what, found, sourceLocation)
  }

  private func check(
    _ count: Int,
    _ what: String,
    _ details: [String],
    _ location: SourceLocation
  ) {
    #expect(target <= now, "the ratchet of \(what)", sourceLocation: location)
    if count > now {
      let details = details.joined(separator: "\n  ")
      Issue.record("\(what): \(count), at most \(now)\n  \(details)", sourceLocation: location)
    } else if count < now {
      Issue.record(
        "\(what): lower the ratchet from \(now) to \(max(count, target))",
        severity: .warning,
        sourceLocation: location
      )
    }
  }
}

/// One line or type of a target that violates a rule.
struct Finding {
  let target: String
  let text: String
}
