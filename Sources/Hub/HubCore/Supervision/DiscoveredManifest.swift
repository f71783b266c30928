package import BusProtocol

/// A manifest of a provider that can be started.
package struct DiscoveredManifest: Hashable, Sendable {
  package var manifest: Manifest
  package var path: String
  /// Changes with the executable.
  package var stamp: String
  package var trust: ProviderTrust

  package init(
    _ manifest: Manifest,
    path: String = "",
    stamp: String = "",
    trust: ProviderTrust = .approved([])
  ) {
    self.manifest = manifest
    self.trust = trust
    self.path = path
    self.stamp = stamp
  }
}
