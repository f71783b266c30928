internal import BusProtocol
internal import HubCore

/// A provider that was found: its manifest, and where its executable is.
struct FoundProvider: Hashable, Sendable {
  let manifest: Manifest
  let manifestPath: String
  let executable: String
  /// The state in which the executable was found.
  var stamp = ""

  /// As the core knows it.
  var listed: FoundManifest { FoundManifest(manifest, path: manifestPath, stamp: stamp) }
}
