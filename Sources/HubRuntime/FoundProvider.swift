internal import BusProtocol
internal import HubCore

/// A provider that was found: its manifest, and where its executable is.
struct FoundProvider: Hashable, Sendable {
  let manifest: Manifest
  let manifestPath: String
  let executable: String
  let stamp: String

  init(manifest: Manifest, manifestPath: String, executable: String) {
    self.manifest = manifest
    self.manifestPath = manifestPath
    self.executable = executable
    stamp = FileStamp.text(of: executable) ?? ""
  }

  /// As the core knows it.
  var listed: FoundManifest { FoundManifest(manifest, path: manifestPath, stamp: stamp) }
}
