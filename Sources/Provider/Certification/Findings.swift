internal import Synchronization

/// The problems found so far, shared by all threads of a certification.
final class Findings: Sendable {
  /// The maximum number of problems stored per check.
  static let maxProblems = 5

  private struct State {
    var problems: [String: [String]] = [:]
    var notPassed: Set<String> = []
    var declared: DeclaredProvider?
  }

  private let state = Mutex(State())

  func add(_ findings: [Finding]) {
    guard !findings.isEmpty else { return }
    state.withLock { state in
      for finding in findings {
        let known = state.problems[finding.check, default: []]
        guard known.count < Findings.maxProblems, !known.contains(finding.problem) else { continue }
        state.problems[finding.check] = known + [finding.problem]
      }
    }
  }

  func problems(of check: Check) -> [String] {
    state.withLock { $0.problems[check.id] ?? [] }
  }

  /// Records that a check did not pass, so that checks that depend on it are skipped.
  func markNotPassed(_ check: Check) { state.withLock { _ = $0.notPassed.insert(check.id) } }

  /// Returns the first of the checks that did not pass.
  func firstNotPassed(of checks: [String]) -> String? {
    state.withLock { state in
      checks.first { state.notPassed.contains($0) || state.problems[$0] != nil }
    }
  }

  /// The first descriptor that the provider sent.
  var declared: DeclaredProvider? {
    get { state.withLock { $0.declared } }
    set { state.withLock { $0.declared = $0.declared ?? newValue } }
  }
}
