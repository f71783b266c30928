internal import HostKit

/// Runs checks on one thread, in a shared session or in separate sessions.
final class CheckWorker {
  let provider: ProviderUnderTest
  let options: Options
  let findings: Findings
  private let directory: TemporaryDirectory
  private var shared: ProviderHarness?
  private var own: [ProviderHarness] = []
  private var current = ""

  init(
    _ provider: ProviderUnderTest,
    _ options: Options,
    _ findings: Findings,
    in directory: TemporaryDirectory
  ) {
    self.provider = provider
    self.options = options
    self.findings = findings
    self.directory = directory
  }

  func run(_ check: Check) -> CheckResult {
    let startMs = MonotonicClock.nowMs
    current = check.id
    let outcome = outcome(of: check)
    own = []
    if case .failed = outcome { findings.markNotPassed(check) }
    return CheckResult(
      check: check,
      outcome: outcome,
      elapsedMs: MonotonicClock.nowMs - startMs
    )
  }

  private func outcome(of check: Check) -> CheckResult.Outcome {
    switch check.execution {
    case .observed: return .passed
    case .shared(let run), .isolated(let run), .exclusive(let run):
      do {
        try skipIfPointless(check)
        try run(self)
        return .passed
      } catch CheckInterruption.failed(let problem) {
        // The state of the process is unknown; the next check starts a new one.
        closeShared()
        return .failed([problem])
      } catch CheckInterruption.skipped(let reason) {
        return .skipped(reason)
      } catch {
        closeShared()
        return .failed(["\(error)"])
      }
    }
  }

  /// Skips a check whose dependencies failed, or that does not apply to the provider's level.
  private func skipIfPointless(_ check: Check) throws {
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
    return try ProviderHarness(
      provider,
      behavior,
      findings: findings,
      timeoutFactor: options.timeoutFactor,
      in: directory
    ) { [unowned self] in current }
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
