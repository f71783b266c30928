internal import BusProtocol
internal import HostKit
internal import HubCore

/// A provider that was found: its manifest, and where its executable is.
struct FoundProvider: Hashable, Sendable {
  var manifest: Manifest
  var manifestPath: String
  let executable: String
  /// The program that is started: the executable, or the one that speaks JSON lines with it.
  let program: String
  var arguments: [String]
  /// The files that an interpreter, its executable, runs.
  let scripts: [String]
  /// Whether it is installed beside the hub. Users who can change it can change the hub.
  let isOfHub: Bool
  /// The state in which the executable was found.
  var stamp = ""
  /// Why its program must not run without a sandbox, besides by `hub.requireSandbox`.
  var sandboxDemand: SandboxDemand?
  var trust = ProviderTrust.approved([])
  /// Where its code comes from: `bundled`, the place from which it was installed, or the path of its manifest;
  /// for an instance, also its provider.
  var origin = ""
  /// The time at which it took the place of code from elsewhere, in milliseconds since 1970, or 0.
  var sinceMs = 0

  /// As the core knows it.
  var listed: DiscoveredManifest {
    DiscoveredManifest(
      manifest,
      path: manifestPath,
      stamp: stamp,
      trust: trust,
      sinceMs: sinceMs
    )
  }

  /// - Throws: ``OwnershipError`` if another user could replace the program.
  func checkTrust() throws(OwnershipError) {
    guard !isOfHub else { return }
    for path in [manifestPath, executable] + scripts { try OwnershipCheck.check(path) }
  }
}
