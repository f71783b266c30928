package import HostKit

/// One session with a provider, for what is no check.
enum ProviderSession {
  /// Starts the provider, and waits for its hello.
  ///
  /// - Throws: ``SingleCallError`` if it does not start, with the last line of its log, and if `body` waits
  ///   for something that does not come.
  static func open<Result>(
    with provider: ProviderUnderTest,
    in directory: TemporaryDirectory,
    _ body: (ProviderHarness) throws -> Result
  ) throws -> Result {
    let harness = try ProviderHarness(
      provider,
      HubBehavior(),
      findings: Findings(),
      timeoutFactor: 1,
      in: directory
    ) { "session" }
    defer { harness.close() }
    do {
      try harness.welcome(try harness.nextHello())
      return try body(harness)
    } catch let interruption as CheckInterruption {
      switch interruption {
      case .failed(let problem), .late(let problem), .skipped(let problem):
        let last = harness.log.lastLine
        let message = problem.hasSuffix(last) ? problem : problem + last
        throw SingleCallError(harness.findings.secrets.removed(from: message))
      case .several(let problems): throw SingleCallError(problems.joined(separator: " "))
      }
    }
  }
}

/// Starts a provider to see whether it can run.
package enum StartCheck {
  /// - Throws: ``SingleCallError`` with the reason if it does not say hello.
  package static func run(_ provider: ProviderUnderTest, in directory: TemporaryDirectory) throws {
    var provider = provider
    // A program on JSON lines is started by its first call only.
    provider.environment[ProgramCheckTime.variable] = ProgramCheckTime.start.rawValue
    try ProviderSession.open(with: provider, in: directory) { _ in }
  }
}
