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
  /// The requests to the source, by upstream.
  let requests: [String: Int]
  let secrets: ConfiguredSecrets
  /// What to tell the author about methods that will go.
  let deprecations: [String]

  init(
    provider: ProviderUnderTest,
    declared: DeclaredProvider?,
    results: [CheckResult],
    elapsedMs: Int,
    suites: Set<String> = [],
    requests: [String: Int] = [:],
    secrets: ConfiguredSecrets = ConfiguredSecrets()
  ) {
    (self.requests, self.secrets) = (requests, secrets)
    self.provider = provider
    self.suites = suites
    self.results = results
    self.elapsedMs = elapsedMs
    title = declared.map { "\($0.name) \($0.version)" } ?? "The provider"
    level = declared?.level
    inflight = declared?.inflight
    deprecations = declared?.deprecations ?? []
  }

  package var failed: [CheckResult] { results.filter(\.hasFailed) }
  package var passedCount: Int { results.count(where: \.hasPassed) }
  package var undecided: [CheckResult] { results.filter(\.isUndecided) }
  package var skippedCount: Int { results.count(where: \.isSkipped) }

  /// Whether at least one check passed, and none failed or is undecided.
  package var isCertified: Bool {
    failed.isEmpty && undecided.isEmpty && passedCount > 0 && level != nil
  }
}

extension Check.Level {
  var title: String { self == .core ? "Core" : "Full" }
}
