internal import HostKit

/// One thread of a certification: it does check after check, in a session that they share or in
/// ones of their own.
final class CheckWorker {
  let subject: ProviderUnderTest
  let options: Options
  let record: Findings
  private let folder: TemporaryDirectory
  private var shared: ProviderHarness?
  private var own: [ProviderHarness] = []
  private var current = ""

  init(
    _ subject: ProviderUnderTest,
    _ options: Options,
    _ record: Findings,
    in folder: TemporaryDirectory
  ) {
    self.subject = subject
    self.options = options
    self.record = record
    self.folder = folder
  }

  /// Does a check to its end.
  func run(_ check: Check) -> CheckResult {
    let beginMs = MonotonicClock.nowMs
    current = check.id
    let verdict = verdict(on: check)
    own = []
    if case .failed = verdict { record.block(check) }
    return CheckResult(
      check: check,
      verdict: verdict,
      elapsedMs: MonotonicClock.nowMs - beginMs
    )
  }

  private func verdict(on check: Check) -> CheckResult.Verdict {
    switch check.course {
    case .watched: return .passed
    case .shared(let run), .apart(let run), .last(let run):
      do {
        try prepare(check)
        try run(self)
        return .passed
      } catch CheckInterruption.failed(let problem) {
        // Whatever state it is in: the next check begins with a new process.
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

  /// Skips a check that makes no sense for this provider, or after what has failed.
  private func prepare(_ check: Check) throws {
    if let failed = record.failure(among: check.after) {
      record.block(check)
      throw CheckInterruption.skipped("It builds on \(failed), which was not passed.")
    }
    if check.level == .full, try promise.level == .core {
      throw CheckInterruption.skipped("A Core provider need not.")
    }
  }

  /// The session that checks share.
  func stage() throws -> ProviderHarness {
    if let shared, shared.ending == nil { return shared }
    closeShared()
    let stage = try makeStage(HubBehavior())
    try stage.open()
    shared = stage
    return stage
  }

  /// A new process that has not said hello yet.
  func start(_ role: HubBehavior = HubBehavior()) throws -> ProviderHarness {
    let stage = try makeStage(role)
    own.append(stage)
    return stage
  }

  /// A new process with an open session.
  func begin(_ role: HubBehavior = HubBehavior()) throws -> ProviderHarness {
    let stage = try start(role)
    try stage.open()
    return stage
  }

  private func makeStage(_ role: HubBehavior) throws -> ProviderHarness {
    // Each start would take the whole time.
    if record.failure(among: ["lifecycle.hello"]) != nil {
      throw CheckInterruption.skipped("The provider did not say hello; see lifecycle.hello.")
    }
    return try ProviderHarness(
      subject,
      role,
      record: record,
      patience: options.timeoutFactor,
      in: folder
    ) {
      [unowned self] in current
    }
  }

  private func closeShared() {
    shared?.close()
    shared = nil
  }

  /// Waits a while for what should not come, and ends.
  func finish() {
    try? shared?.play(for: options.quiet)
    closeShared()
  }

  // MARK: What checks need to know

  /// What the provider says of itself.
  var promise: DeclaredProvider {
    get throws {
      if let promise = record.promise { return promise }
      _ = try stage()
      guard let promise = record.promise else {
        throw CheckInterruption.skipped("There is no descriptor; see wire.descriptor.")
      }
      return promise
    }
  }

  /// Whether calls may be made as often as wished: real sources are not for that.
  var isFree: Bool {
    get throws {
      let promise = try promise
      return !subject.sources.isEmpty
        || promise.samples.allSatisfy { promise.upstreams(of: $0.method).isEmpty }
    }
  }

  /// A call that finds something.
  func sample() throws -> DeclaredProvider.ExampleCall {
    guard let sample = try promise.samplesByCost.first else {
      throw CheckInterruption.skipped("The descriptor has no samples; see calls.samples.")
    }
    return sample
  }
}
