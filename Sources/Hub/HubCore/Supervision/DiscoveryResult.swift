package import BusProtocol

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
