/// The results of a certification.
package struct Report: Sendable {
  package let provider: ProviderUnderTest
  package let results: [CheckResult]
  package let elapsedMs: Int
  /// The id and version that the provider declares.
  package let title: String
  /// The level that the provider declares; `nil` without a session.
  package let level: Check.Level?
  let inflight: Int?

  /// The selected suites; empty if all ran.
  let suites: Set<String>

  init(
    provider: ProviderUnderTest,
    declared: DeclaredProvider?,
    results: [CheckResult],
    elapsedMs: Int,
    suites: Set<String> = []
  ) {
    self.provider = provider
    self.suites = suites
    self.results = results
    self.elapsedMs = elapsedMs
    title = declared.map { "\($0.name) \($0.version)" } ?? "The provider"
    level = declared?.level
    inflight = declared?.inflight
  }

  package var failed: [CheckResult] { results.filter(\.hasFailed) }
  package var passedCount: Int { results.count(where: \.hasPassed) }
  package var undecided: [CheckResult] { results.filter(\.isUndecided) }
  package var skippedCount: Int { results.count(where: \.isSkipped) }

  /// Whether at least one check passed, none failed, and the machine was not too busy for any.
  package var isCertified: Bool {
    failed.isEmpty && undecided.isEmpty && passedCount > 0 && level != nil
  }
}

extension Check.Level {
  var title: String { self == .core ? "Core" : "Full" }
}
