internal import BusProtocol

/// A provider that was found: its manifest, and where its executable is.
struct FoundProvider: Hashable, Sendable {
  let manifest: Manifest
  let manifestPath: String
  let executable: String
}
