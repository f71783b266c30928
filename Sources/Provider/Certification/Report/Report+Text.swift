internal import MusicModel

/// The report for the terminal.
extension Report {
  package func text() -> String {
    var lines = [headline, ""]
    for suite in CheckTable.suites {
      let ofSuite = results.filter { $0.check.suite == suite }
      guard !ofSuite.isEmpty else { continue }
      lines.append(Report.summary(of: suite, ofSuite))
    }
    for result in failed { lines += [""] + Report.details(of: result) }
    for result in undecided { lines += [""] + Report.details(of: result) }
    let skips = Report.skips(results)
    if !skips.isEmpty { lines += ["", "Skipped:"] + skips }
    if !deprecations.isEmpty { lines += [""] + deprecations.map { "Note: \($0)" } }
    return secrets.removed(
      from: (lines + [""] + requestLines + [conclusion]).joined(separator: "\n")
    )
  }

  /// What the run cost the source.
  private var requestLines: [String] {
    guard !requests.isEmpty else { return [] }
    let counts = requests.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let source = provider.upstreams.isEmpty ? "the source" : "the local source"
    return ["Requests to \(source) (\(counts.joined(separator: ", ")))."]
  }

  private var headline: String {
    guard let level, let inflight else { return provider.commandLine }
    let calls = inflight == 1 ? "one call at a time" : "\(inflight) concurrent calls"
    return "\(title) (\(level.title), \(calls)): \(provider.commandLine)"
  }

  private var conclusion: String {
    let seconds = "\(elapsedMs / 1000).\(elapsedMs % 1000 / 100)"
    let counts =
      "\(passedCount) passed, \(failed.count) failed, \(skippedCount) skipped in \(seconds) s."
    guard failed.isEmpty, passedCount > 0, let level else { return "\(counts) Not certified." }
    guard undecided.isEmpty else {
      return "\(counts) Not certified: \(undecided.count.pluralized("check")) undecided. "
        + "Run them again."
    }
    guard suites.isEmpty else { return "\(counts) Not certified: only some suites were run." }
    let skipped = level == .full ? results.count { $0.check.level == .full && $0.isSkipped } : 0
    let were = skipped == 1 ? "was" : "were"
    let note = skipped == 0 ? "" : "; \(skipped.pluralized("check")) of this level \(were) skipped"
    return "\(counts) Certified: \(level.title)\(note)."
  }

  private static func summary(of suite: String, _ results: [CheckResult]) -> String {
    let name = suite + String(repeating: " ", count: max(1, 11 - suite.count))
    let failed = results.filter(\.hasFailed)
    let passed = results.count(where: \.hasPassed)
    guard failed.isEmpty else {
      return "  \(name)\(passed) of \(results.count) passed; failed: "
        + failed.map(\.check.id).joined(separator: ", ")
    }
    return "  \(name)\(passed) of \(results.count) passed"
  }

  private static func details(of result: CheckResult) -> [String] {
    let check = result.check
    if case .undecided(let reason) = result.outcome {
      return ["UNDECIDED  \(check.id)", "  \(reason)"]
    }
    guard case .failed(let problems) = result.outcome else { return [] }
    return [
      "FAILED  \(check.id)  [\(check.requirements.joined(separator: ", "))]",
      "  The provider \(check.summary).",
    ] + problems.map { "  - \($0)" } + ["  Fix: \(result.fix)"]
  }

  /// Returns the skipped checks, grouped by reason.
  private static func skips(_ results: [CheckResult]) -> [String] {
    var reasons: [(reason: String, checks: [String])] = []
    for result in results {
      guard case .skipped(let reason) = result.outcome else { continue }
      if let index = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[index].checks.append(result.check.id)
      } else {
        reasons.append((reason, [result.check.id]))
      }
    }
    return reasons.map { "  \($0.checks.joined(separator: ", ")): \($0.reason)" }
  }
}
