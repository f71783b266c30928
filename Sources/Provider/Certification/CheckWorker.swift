internal import HostKit

/// Runs checks on one thread, in a shared session or in separate sessions.
final class CheckWorker {
  let provider: ProviderUnderTest
  let options: Options
  let findings: Findings
  private let delays: DelayMonitor
  private let directory: TemporaryDirectory
  private var shared: ProviderHarness?
  private var own: [ProviderHarness] = []
  private var current = ""

  init(
    _ provider: ProviderUnderTest,
    _ options: Options,
    _ findings: Findings,
    _ delays: DelayMonitor,
    in directory: TemporaryDirectory
  ) {
    self.provider = provider
    self.options = options
    self.findings = findings
    self.delays = delays
    self.directory = directory
  }

  func run(_ check: Check) -> CheckResult {
    let startMs = MonotonicClock.nowMs
    current = check.id
    var attempt = attempt(check)
    for _ in 1..<Attempt.most
    where attempt.isWorthRepeating && findings.rateLimit(during: check) == nil
      && !findings.isCutShort
    {
      attempt = self.attempt(check)
    }
    var outcome = attempt.finalOutcome
    if case .failed = outcome, let reason = findings.rateLimit(during: check) {
      outcome = .undecided(reason)
    }
    switch outcome {
    case .failed, .undecided: findings.markNotPassed(check)
    case .passed, .skipped: break
    }
    return CheckResult(
      check: check,
      outcome: outcome,
      elapsedMs: MonotonicClock.nowMs - startMs
    )
  }

  /// Runs a check, and measures how long the machine delayed it.
  private func attempt(_ check: Check) -> Attempt {
    let startMs = MonotonicClock.nowMs
    let waitedMs = processes.map(\.waitedMs).reduce(0, +)
    let (outcome, isLate) = outcome(of: check)
    let waitMs = processes.map(\.waitedMs).reduce(0, +) - waitedMs
    own = []
    if case .failed = outcome {
      // The state of the process is unknown; the next check starts a new one.
      closeShared()
    }
    return Attempt(
      outcome: outcome,
      isLate: isLate,
      elapsedMs: MonotonicClock.nowMs - startMs,
      delayMs: max(delays.longestMs(since: startMs), waitMs),
      timeoutFactor: options.timeoutFactor
    )
  }

  private var processes: [ProcessGroup] {
    ([shared].compactMap { $0 } + own).map { ProcessGroup(id: $0.child.pid) }
  }

  private func outcome(of check: Check) -> (CheckResult.Outcome, isLate: Bool) {
    switch check.execution {
    case .observed: return (.passed, false)
    case .shared(let run), .isolated(let run), .exclusive(let run):
      do {
        try skipIfPointless(check)
        try run(self)
        return (.passed, false)
      } catch CheckInterruption.failed(let problem) {
        return (.failed([problem]), false)
      } catch CheckInterruption.late(let problem) {
        return (.failed([problem]), true)
      } catch CheckInterruption.skipped(let reason) {
        return (.skipped(reason), false)
      } catch CheckInterruption.several(let problems) {
        return (.failed(problems), false)
      } catch {
        return (.failed(["\(error)"]), false)
      }
    }
  }

  /// Skips a check whose dependencies failed, or that does not apply to the provider's level.
  private func skipIfPointless(_ check: Check) throws {
    if findings.isCutShort { throw CheckInterruption.cutShort }
    if let failed = findings.firstNotPassed(of: check.dependencies) {
      findings.markNotPassed(check)
      throw CheckInterruption.skipped("Depends on \(failed), which did not pass.")
    }
    if check.level == .full, try declared.level == .core {
      throw CheckInterruption.skipped("Not required at level Core.")
    }
  }

  /// Returns the shared session, which it opens on first use.
  func sharedHarness() throws -> ProviderHarness {
    if let shared, shared.termination == nil { return shared }
    closeShared()
    let harness = try makeHarness(HubBehavior())
    try harness.openSession()
    shared = harness
    return harness
  }

  /// Starts a separate process for a check; it has not said hello yet.
  func startProvider(_ behavior: HubBehavior = HubBehavior()) throws -> ProviderHarness {
    let harness = try makeHarness(behavior)
    own.append(harness)
    return harness
  }

  /// Starts a separate process for a check, and opens a session.
  func openSession(_ behavior: HubBehavior = HubBehavior()) throws -> ProviderHarness {
    let harness = try startProvider(behavior)
    try harness.openSession()
    return harness
  }

  private func makeHarness(_ behavior: HubBehavior) throws -> ProviderHarness {
    // Each start would time out.
    if findings.firstNotPassed(of: ["lifecycle.hello"]) != nil {
      throw CheckInterruption.skipped("The provider sent no hello; see lifecycle.hello.")
    }
    let harness = try ProviderHarness(
      provider,
      behavior,
      findings: findings,
      timeoutFactor: options.timeoutFactor,
      in: directory
    ) { [unowned self] in current }
    harness.isGranting = true
    return harness
  }

  private func closeShared() {
    shared?.close()
    shared = nil
  }

  /// Waits for unexpected messages, then ends the shared session.
  func finish() {
    try? shared?.run(for: options.silencePeriod)
    closeShared()
  }

  // MARK: The provider's declarations

  /// The descriptor of the provider.
  var declared: DeclaredProvider {
    get throws {
      if let declared = findings.declared { return declared }
      _ = try sharedHarness()
      guard let declared = findings.declared else {
        throw CheckInterruption.skipped("The descriptor is missing; see wire.descriptor.")
      }
      return declared
    }
  }

  /// Whether checks may make many calls, because no real upstream is affected.
  var canCallFreely: Bool {
    get throws {
      let declared = try declared
      return !provider.upstreams.isEmpty
        || declared.samples.allSatisfy { declared.upstreams(of: $0.method).isEmpty }
    }
  }

  /// Returns a call that has results.
  func exampleCall() throws -> DeclaredProvider.ExampleCall {
    guard let sample = try declared.samplesWithRequestsFirst.first else {
      throw CheckInterruption.skipped("The descriptor has no samples; see calls.samples.")
    }
    return sample
  }
}
