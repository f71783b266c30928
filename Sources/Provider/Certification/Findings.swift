internal import Synchronization

/// What was found so far, shared by all threads of a certification.
final class Findings: Sendable {
  /// More findings of one check are counted and not kept.
  static let findingsMax = 5

  private struct State {
    var findings: [String: [String]] = [:]
    var blocked: Set<String> = []
    var promise: DeclaredProvider?
  }

  private let state = Mutex(State())

  func note(_ findings: [Finding]) {
    guard !findings.isEmpty else { return }
    state.withLock { state in
      for finding in findings {
        let known = state.findings[finding.check, default: []]
        guard known.count < Findings.findingsMax, !known.contains(finding.problem) else { continue }
        state.findings[finding.check] = known + [finding.problem]
      }
    }
  }

  func findings(for check: Check) -> [String] {
    state.withLock { $0.findings[check.id] ?? [] }
  }

  /// Notes that a check was not passed, so that those which build on it are not done.
  func block(_ check: Check) { state.withLock { _ = $0.blocked.insert(check.id) } }

  /// One of these that was not passed.
  func failure(among checks: [String]) -> String? {
    state.withLock { state in
      checks.first { state.blocked.contains($0) || state.findings[$0] != nil }
    }
  }

  /// What the provider said of itself, once it has.
  var promise: DeclaredProvider? {
    get { state.withLock { $0.promise } }
    set { state.withLock { $0.promise = $0.promise ?? newValue } }
  }
}
