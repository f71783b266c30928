/// What a certification found.
package struct Report: Sendable {
  package let subject: ProviderUnderTest
  package let outcomes: [CheckResult]
  package let elapsedMs: Int
  /// The name of the provider and its version, as it says itself.
  package let provider: String
  /// The level that it says it has, once it has said anything.
  package let level: Check.Level?
  let inflight: Int?

  /// The only suites that were done, where not all were.
  let suites: Set<String>

  init(
    subject: ProviderUnderTest,
    promise: DeclaredProvider?,
    outcomes: [CheckResult],
    elapsedMs: Int,
    suites: Set<String> = []
  ) {
    self.subject = subject
    self.suites = suites
    self.outcomes = outcomes
    self.elapsedMs = elapsedMs
    provider = promise.map { "\($0.name) \($0.version)" } ?? "The provider"
    level = promise?.level
    inflight = promise?.inflight
  }

  package var failed: [CheckResult] { outcomes.filter(\.hasFailed) }
  package var passedCount: Int { outcomes.count(where: \.hasPassed) }
  package var skippedCount: Int { outcomes.count - failed.count - passedCount }

  /// Whether every check that could be done was passed, and one could.
  package var isCertified: Bool { failed.isEmpty && passedCount > 0 && level != nil }
}

extension Check.Level {
  /// As people write it.
  var title: String { self == .core ? "Core" : "Full" }
}
