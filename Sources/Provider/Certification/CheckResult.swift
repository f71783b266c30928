/// The result of one check.
package struct CheckResult: Sendable {
  package let check: Check
  package let outcome: Outcome
  package let elapsedMs: Int
  /// The advice if it has failed.
  let fix: String

  init(check: Check, outcome: Outcome, elapsedMs: Int, fix: String? = nil) {
    (self.check, self.outcome, self.elapsedMs) = (check, outcome, elapsedMs)
    self.fix = fix ?? check.fix
  }

  package enum Outcome: Hashable, Sendable {
    case passed
    /// The problems, each a sentence, the most important one first.
    case failed([String])
    case skipped(String)
    /// The machine was too busy, or the source refused requests.
    case undecided(String)

    /// The outcome of a check that depends on one that did not pass.
    static func skipped(after dependency: String) -> Outcome {
      .skipped("Depends on \(dependency), which did not pass.")
    }
  }

  package var hasFailed: Bool {
    if case .failed = outcome { true } else { false }
  }

  package var hasPassed: Bool { outcome == .passed }

  package var isUndecided: Bool {
    if case .undecided = outcome { true } else { false }
  }

  package var isSkipped: Bool {
    if case .skipped = outcome { true } else { false }
  }
}
