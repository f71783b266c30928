import TestKit
import Testing

@testable import Certification

@Suite("A run of a check")
struct AttemptTests {
  private func attempt(
    _ outcome: CheckResult.Outcome,
    isLate: Bool = true,
    delayMs: Int = 60,
    elapsedMs: Int = 500,
    factor: Double = 1
  ) -> Attempt {
    Attempt(
      outcome: outcome,
      isLate: isLate,
      elapsedMs: elapsedMs,
      delayMs: delayMs,
      timeoutFactor: factor
    )
  }

  @Test("is repeated if it failed on a busy machine")
  func repeated() {
    #expect(attempt(.failed(["No pong."])).isWorthRepeating)
    #expect(attempt(.failed(["No pong."]), isLate: false).isWorthRepeating)
    #expect(!attempt(.failed(["No pong."]), delayMs: 50).isWorthRepeating)
    #expect(!attempt(.failed(["No pong."]), delayMs: 60, factor: 2).isWorthRepeating)
    #expect(!attempt(.failed(["No pong."]), delayMs: 60, elapsedMs: 600).isWorthRepeating)
    #expect(!attempt(.passed, delayMs: 5000).isWorthRepeating)
    #expect(!attempt(.skipped("No upstream."), delayMs: 5000).isWorthRepeating)
  }

  @Test("fails a provider for a missed time limit only if the machine was not busy")
  func final() {
    let problem = CheckResult.Outcome.failed(["No pong within 1 s."])
    #expect(attempt(problem, delayMs: 10).finalOutcome == problem)
    #expect(
      attempt(problem).finalOutcome
        == .undecided("The machine was too busy (delays of 60 ms): No pong within 1 s.")
    )
    #expect(attempt(problem, isLate: false).finalOutcome == problem)
    #expect(attempt(.passed).finalOutcome == .passed)
  }

  @Test("measures delays of the machine")
  func measured() {
    let monitor = DelayMonitor()
    #expect(monitor.longestMs(since: .max) == 0)
    #expect(monitor.longestMs(since: 0) >= 0)
  }
}

@Suite("Certification on a busy machine", .timeLimit(.minutes(10)))
struct BusyMachineTests {
  @Test("never blames the provider", .enabled(if: Program.pythonHas("zmq")))
  func busy() async throws {
    let load = try (0..<4).map { _ in try Load() }
    let run = try await CertifyRun.of(
      [Executables.path("musicbus-provider-audiodb")],
      upstream: "MUSICBUS_AUDIODB_URL",
      options: ["--suite", "deadline", "--suite", "cancel", "--timeout-factor", "1"]
    )
    #expect(run.failed.isEmpty, "\(run.account)")
    #expect(!run.checks.isEmpty)
    _ = load
  }
}
