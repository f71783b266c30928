/// One run of a check, and what may have made it fail besides the provider.
struct Attempt {
  /// The number of runs of a check that is late on a busy machine.
  static let most = 3
  /// A shorter delay explains nothing; multiplied by the timeout factor.
  static let minDelayMs = 50

  var outcome: CheckResult.Outcome
  /// Whether a time limit was missed.
  var isLate: Bool
  var elapsedMs: Int
  /// The time for which the machine delayed certification or provider.
  var delayMs: Int
  var timeoutFactor: Double

  /// Whether delays are long enough to explain a missed time limit.
  private var wasBusy: Bool {
    Double(delayMs) > Double(Attempt.minDelayMs) * timeoutFactor && delayMs * 10 > elapsedMs
  }

  /// Whether another run may succeed: this one failed on a busy machine.
  var isWorthRepeating: Bool {
    guard case .failed = outcome else { return false }
    return wasBusy
  }

  /// The outcome if this was the last run.
  var finalOutcome: CheckResult.Outcome {
    guard isWorthRepeating, isLate, case .failed(let problems) = outcome else { return outcome }
    return .undecided(
      "The machine was too busy (delays of \(delayMs) ms): \(problems.first ?? "")"
    )
  }
}
