/// For people: what failed, which requirement, what to do.
extension Report {
  package func text() -> String {
    var lines = [headline, ""]
    for suite in CheckTable.suites {
      let own = outcomes.filter { $0.check.suite == suite }
      guard !own.isEmpty else { continue }
      lines.append(Report.summary(of: suite, own))
    }
    for outcome in failed { lines += [""] + Report.account(of: outcome) }
    let skips = Report.skips(outcomes)
    if !skips.isEmpty { lines += ["", "Not done:"] + skips }
    return (lines + ["", conclusion]).joined(separator: "\n")
  }

  private var headline: String {
    guard let level, let inflight else { return subject.commandLine }
    let calls = inflight == 1 ? "one call at a time" : "\(inflight) calls at once"
    return "\(provider) (\(level.title), \(calls)): \(subject.commandLine)"
  }

  private var conclusion: String {
    let seconds = "\(elapsedMs / 1000).\(elapsedMs % 1000 / 100)"
    let counts =
      "\(passedCount) checks passed, \(failed.count) failed, \(skippedCount) not done, in \(seconds) s."
    guard failed.isEmpty, passedCount > 0, let level else { return "\(counts) Not certified." }
    guard suites.isEmpty else { return "\(counts) Not certified: other suites were left out." }
    let untried = level == .full ? outcomes.count { $0.check.level == .full && $0.isSkipped } : 0
    let rest = untried == 0 ? "" : "; \(untried) checks of that level were not done"
    return "\(counts) Certified: \(level.title)\(rest)."
  }

  private static func summary(of suite: String, _ outcomes: [CheckResult]) -> String {
    let name = suite + String(repeating: " ", count: max(1, 11 - suite.count))
    let failed = outcomes.filter(\.hasFailed)
    let passed = outcomes.count(where: \.hasPassed)
    guard failed.isEmpty else {
      return "  \(name)\(passed) of \(outcomes.count) passed; failed: "
        + failed.map(\.check.id).joined(separator: ", ")
    }
    return "  \(name)\(passed) of \(outcomes.count) passed"
  }

  private static func account(of outcome: CheckResult) -> [String] {
    guard case .failed(let problems) = outcome.verdict else { return [] }
    let check = outcome.check
    return [
      "FAILED  \(check.id)  [\(check.requirements.joined(separator: ", "))]",
      "  A provider \(check.what).",
    ] + problems.map { "  - \($0)" } + ["  What to do: \(check.advice)"]
  }

  /// Checks that were left out, those with the same reason together.
  private static func skips(_ outcomes: [CheckResult]) -> [String] {
    var reasons: [(reason: String, checks: [String])] = []
    for outcome in outcomes {
      guard case .skipped(let reason) = outcome.verdict else { continue }
      if let place = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[place].checks.append(outcome.check.id)
      } else {
        reasons.append((reason, [outcome.check.id]))
      }
    }
    return reasons.map { "  \($0.checks.joined(separator: ", ")): \($0.reason)" }
  }
}
