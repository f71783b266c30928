internal import HostKit
internal import MusicModel
internal import Synchronization

/// The problems found so far, shared by all threads of a certification.
final class Findings: Sendable {
  /// The maximum number of problems listed per check; further ones are counted.
  static let maxProblems = 50
  private static let maxStored = 1_000

  private struct State {
    var problems: [String: [String]] = [:]
    /// The advice for what made a check fail, if it is not that of the check.
    var advice: [String: String] = [:]
    /// Why the source refused a request, by the check that made it.
    var rateLimits: [String: String] = [:]
    /// The requests that calls have reported, by upstream.
    var requests: [String: Int] = [:]
    var secrets = ConfiguredSecrets()
    var notPassed: Set<String> = []
    var declared: DeclaredProvider?
  }

  private let state = Mutex(State())
  /// The time from which on a run is cut short in which something fails or hangs.
  private let cut: Deadline?

  init(cuttingShort cut: Deadline? = nil) { self.cut = cut }

  /// Whether the run must end: its time has passed, and a check did not pass.
  var isCutShort: Bool {
    isOverdue && state.withLock { !$0.notPassed.isEmpty || !$0.problems.isEmpty }
  }

  /// Whether the time has passed in which nothing may hang any more.
  var isOverdue: Bool { cut?.isExpired ?? false }

  func add(_ findings: [Finding]) {
    guard !findings.isEmpty else { return }
    state.withLock { state in
      for finding in findings {
        let known = state.problems[finding.check, default: []]
        guard known.count < Findings.maxStored, !known.contains(finding.problem) else { continue }
        state.problems[finding.check] = known + [finding.problem]
      }
    }
  }

  func problems(of check: Check) -> [String] {
    let problems = state.withLock { $0.problems[check.id] ?? [] }
    let rest = problems.count - Findings.maxProblems
    guard rest > 0 else { return problems }
    return problems.prefix(Findings.maxProblems) + ["… and \(rest) more."]
  }

  /// Notes advice for what made a check fail.
  func advise(_ check: String, _ advice: String) {
    state.withLock { $0.advice[check] = $0.advice[check] ?? advice }
  }

  func advice(for check: Check) -> String { state.withLock { $0.advice[check.id] } ?? check.fix }

  /// Notes that the source refused a request of a check because there were too many.
  func noteRateLimit(during check: String, _ message: String) {
    state.withLock { $0.rateLimits[check] = message }
  }

  func rateLimit(during check: Check) -> String? { state.withLock { $0.rateLimits[check.id] } }

  func add(requests: [String: Int]) {
    state.withLock { $0.requests.merge(requests, uniquingKeysWith: +) }
  }

  var requests: [String: Int] { state.withLock { $0.requests } }

  func addSecrets(in configuration: JSONValue, _ schema: JSONValue?) {
    state.withLock { $0.secrets.add(configuration, schema) }
  }

  var secrets: ConfiguredSecrets { state.withLock { $0.secrets } }

  /// The problems of all checks, each with the name of its check.
  var all: [String] {
    state.withLock { state in
      state.problems.sorted { $0.key < $1.key }.flatMap { check, problems in
        problems.map { "\(check): \($0)" }
      }
    }
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
