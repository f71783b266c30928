/// What became of one check.
package struct CheckResult: Sendable {
  package let check: Check
  package let verdict: Verdict
  package let elapsedMs: Int

  package enum Verdict: Hashable, Sendable {
    case passed
    /// Why, each in a sentence; the first is the one to begin with.
    case failed([String])
    case skipped(String)
  }

  package var hasFailed: Bool {
    if case .failed = verdict { true } else { false }
  }

  package var hasPassed: Bool { verdict == .passed }

  package var isSkipped: Bool {
    if case .skipped = verdict { true } else { false }
  }
}
