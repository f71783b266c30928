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
