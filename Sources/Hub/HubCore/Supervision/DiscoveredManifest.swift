package import BusProtocol

/// A manifest of a provider that can be started.
package struct DiscoveredManifest: Hashable, Sendable {
  package var manifest: Manifest
  package var path: String
  /// Changes with the executable.
  package var stamp: String
  package var trust: ProviderTrust
  /// The time at which this code took the place of code from elsewhere under its id, in milliseconds since 1970; 0
  /// if there was none.
  package var sinceMs: Int

  package init(
    _ manifest: Manifest,
    path: String = "",
    stamp: String = "",
    trust: ProviderTrust = .approved([]),
    sinceMs: Int = 0
  ) {
    self.manifest = manifest
    self.trust = trust
    self.path = path
    self.stamp = stamp
    self.sinceMs = sinceMs
  }
}

/// The providers that were discovered, and the manifests that were skipped.
package struct DiscoveryResult: Hashable, Sendable {
  /// At most one for each id.
  package var found: [DiscoveredManifest]
  package var problems: [ManifestProblem]

  package init(_ found: [DiscoveredManifest], problems: [ManifestProblem] = []) {
    self.found = found
    self.problems = problems
  }

  package init(_ manifests: [Manifest]) {
    self.init(manifests.map { DiscoveredManifest($0) })
  }
}

/// A problem of a manifest, which usually is skipped.
package struct ManifestProblem: Hashable, Sendable {
  package var path: String
  package var message: String

  /// Whether the provider is started all the same.
  package var isUsed = false

  package init(path: String, message: String, isUsed: Bool = false) {
    self.path = path
    self.message = message
    self.isUsed = isUsed
  }

  /// The problem, for the log and for users.
  package var sentence: String {
    isUsed ? "The manifest \(path): \(message)" : "The manifest \(path) is skipped: \(message)"
  }
}

/// The upstreams whose budgets and cool-downs limit all providers as one provider states them
/// (MB-144). It never derives from what the provider says or from its manifest.
package enum ProviderTrust: Hashable, Sendable {
  /// It is bundled with the hub: all upstreams.
  case bundled
  /// The upstreams that the user approved when the provider was added.
  case approved([String])

  func covers(_ upstream: String) -> Bool {
    switch self {
    case .bundled: true
    case .approved(let hosts): hosts.contains(upstream)
    }
  }
}
