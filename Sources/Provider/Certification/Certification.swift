internal import BusProtocol
internal import Dispatch
internal import FoundationEssentials
package import HostKit
internal import Synchronization

/// Certification: checks a provider against the protocol requirements by simulating its hub.
///
/// It uses only what the provider declares about itself, and works for any language.
package struct Certification: Sendable {
  private let provider: ProviderUnderTest
  private let options: Options
  private let directory: TemporaryDirectory

  /// `directory` is the parent directory of the sockets; the caller removes it.
  package init(
    of provider: ProviderUnderTest,
    _ options: Options,
    in directory: TemporaryDirectory
  ) {
    self.provider = provider
    self.options = options
    self.directory = directory
  }

  /// The number of threads for isolated checks.
  private static let isolatedThreads = 2

  /// Runs the selected checks; `progress` is called after each, on the thread that ran it.
  ///
  /// - Returns: the results in the order of the table.
  /// - Throws: if the provider cannot be run, or not with its configuration.
  package func run(progress: @escaping @Sendable (Progress) -> Void = { _ in }) throws -> Report {
    let startMs = MonotonicClock.nowMs
    try checkStart()
    let findings = Findings(cuttingShort: options.maxTimeWithFailures.map { Deadline.after($0) })
    let delays = DelayMonitor()
    defer { delays.stop() }
    let checks = CheckTable.all.filter(options.includes)
    let counter = CheckCounter(checks.count { !$0.isObserved }, progress)
    var results: [CheckResult] = []
    let isolated = CheckQueue(Certification.chains(checks.filter(\.isIsolated)))
    let queues =
      [CheckQueue([checks.filter(\.isShared)])]
      + Array(repeating: isolated, count: Certification.isolatedThreads)
    results += work(queues, findings, delays, counter)
    results += work([CheckQueue([checks.filter(\.isExclusive)])], findings, delays, counter)
    let observed = checks.filter(\.isObserved)
    let requests = findings.requests
    results += observed.map { CheckResult(check: $0, outcome: .passed, elapsedMs: 0) }
    return Report(
      provider: provider,
      declared: findings.declared,
      results: results.map { withFindings($0, findings) }.sorted { $0.index < $1.index },
      elapsedMs: MonotonicClock.nowMs - startMs,
      suites: options.suites,
      requests: requests,
      secrets: findings.secrets
    )
  }

  /// Groups checks that depend on each other, so that they run in sequence.
  private static func chains(_ checks: [Check]) -> [[Check]] {
    checks.reduce(into: []) { chains, check in
      let index = chains.firstIndex { chain in
        chain.contains { check.dependencies.contains($0.id) }
      }
      if let index { chains[index].append(check) } else { chains.append([check]) }
    }
  }

  /// Runs each queue on a separate thread.
  private func work(
    _ queues: [CheckQueue],
    _ findings: Findings,
    _ delays: DelayMonitor,
    _ counter: CheckCounter
  ) -> [CheckResult] {
    let group = DispatchGroup()
    let results = Mutex<[CheckResult]>([])
    for queue in queues {
      group.enter()
      DispatchQueue(label: "checks").async {
        let worker = CheckWorker(provider, options, findings, delays, in: directory)
        while let chain = queue.next() {
          for check in chain {
            let result = worker.run(check)
            results.withLock { $0.append(result) }
            counter.ended(result)
          }
        }
        worker.finish()
        group.leave()
      }
    }
    group.wait()
    return results.withLock { $0 }
  }

  /// Adds the findings that were observed during other checks.
  private func withFindings(_ result: CheckResult, _ findings: Findings) -> CheckResult {
    let problems = findings.problems(of: result.check)
    let outcome: CheckResult.Outcome
    switch adjusted(result, findings) {
    case .failed(let own):
      outcome = .failed(own + problems.filter { !own.contains($0) })
    case _ where !problems.isEmpty: outcome = .failed(problems)
    case .passed where result.check.isObserved && findings.declared == nil:
      outcome = .skipped("No session was observed.")
    case let own: outcome = own
    }
    return CheckResult(
      check: result.check,
      outcome: outcome,
      elapsedMs: result.elapsedMs,
      fix: findings.advice(for: result.check)
    )
  }

  /// The outcome; the check is skipped if a dependency has failed meanwhile on another thread.
  private func adjusted(_ result: CheckResult, _ findings: Findings) -> CheckResult.Outcome {
    switch result.outcome {
    case .failed, .undecided:
      findings.firstNotPassed(of: result.check.dependencies).map(
        CheckResult.Outcome.skipped(after:)
      )
        ?? result.outcome
    case .passed, .skipped: result.outcome
    }
  }

  /// Starts the provider once.
  ///
  /// - Throws: if it cannot be run, or exits because it needs another configuration.
  private func checkStart() throws {
    let harness = try ProviderHarness(
      provider,
      HubBehavior(),
      findings: Findings(),
      timeoutFactor: options.timeoutFactor,
      in: directory
    ) { "start" }
    defer { harness.close() }
    // What else goes wrong is a matter of the checks.
    _ = try? harness.nextHello()
    guard harness.termination == .exited(Certification.configurationStatus) else { return }
    let reason = harness.findings.secrets.removed(from: harness.log.lastLine)
    let hints = (provider.manifest?.problems ?? []).map { " \($0)" }.joined()
    guard !reason.contains(ErrorCode.manifestInvalid.rawValue) else {
      throw SingleCallError("The provider cannot run with its manifest.\(reason)\(hints)")
    }
    throw SingleCallError(
      "The provider cannot run with its configuration (status 78); --config gives it another one."
        + reason
    )
  }

  /// EX_CONFIG: a provider ends with it if a restart cannot help.
  private static let configurationStatus: Int32 = 78
}

/// Checks to run, shared by threads, as chains of checks that depend on each other.
private final class CheckQueue: Sendable {
  private let rest: Mutex<ArraySlice<[Check]>>

  init(_ chains: [[Check]]) { rest = Mutex(chains[...]) }

  func next() -> [Check]? { rest.withLock { $0.popFirst() } }
}

extension Certification {
  /// The number of checks that have run, and the last of them.
  package struct Progress: Hashable, Sendable {
    package let count: Int
    package let total: Int
    package let lastID: String
  }
}

/// Counts the checks of several threads.
private final class CheckCounter: Sendable {
  private let total: Int
  private let report: @Sendable (Certification.Progress) -> Void
  private let count = Mutex(0)

  init(_ total: Int, _ report: @escaping @Sendable (Certification.Progress) -> Void) {
    self.total = total
    self.report = report
  }

  func ended(_ result: CheckResult) {
    // Under the lock, so that the reports are in order.
    count.withLock { count in
      count += 1
      report(.init(count: count, total: total, lastID: result.check.id))
    }
  }
}

extension Check {
  fileprivate var isShared: Bool { if case .shared = execution { true } else { false } }
  fileprivate var isIsolated: Bool { if case .isolated = execution { true } else { false } }
  fileprivate var isExclusive: Bool { if case .exclusive = execution { true } else { false } }
  fileprivate var isObserved: Bool { if case .observed = execution { true } else { false } }
}

extension CheckResult {
  fileprivate var index: Int { CheckTable.all.firstIndex { $0.id == check.id } ?? .max }
}
