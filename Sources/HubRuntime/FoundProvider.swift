internal import BusProtocol
internal import HostKit

/// A provider that was found: its manifest, and where its executable is.
struct FoundProvider: Hashable, Sendable {
  let manifest: Manifest
  let manifestPath: String
  let executable: String
  /// It lies beside the hub: whoever could change it could change the hub.
  let isOfHub: Bool

  /// - Throws: ``FileTrustError`` where somebody else could make it another program.
  func checkTrust() throws(FileTrustError) {
    guard !isOfHub else { return }
    for path in [manifestPath, executable] { try FileTrust.check(path) }
  }
}
