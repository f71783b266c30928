internal import JSON
package import MusicModel

/// `ID.json` among the user's manifests: a further instance of a provider, with settings, budgets and records of its
/// own, such as for a second server.
package struct ProviderInstance: Hashable, Sendable, Codable {
  private static let maxBytes = 4096

  package let id: ProviderID
  /// The provider whose program it is.
  package let instanceOf: ProviderID

  package init(_ id: ProviderID, of provider: ProviderID) {
    (self.id, self.instanceOf) = (id, provider)
  }

  /// The instance that a file describes; `nil` if it is another file, such as a manifest.
  package init?(at path: String) {
    guard let bytes = try? FileDescriptor(path, 0).readAll(atMost: ProviderInstance.maxBytes),
      let instance = try? JSONCodec.decode(ProviderInstance.self, from: bytes)
    else { return nil }
    self = instance
  }

  /// Writes the file in the directory of the user's manifests.
  ///
  /// - Throws: ``SystemError``. The hub waits for this, so it does not wait for the disk.
  package func save(in directory: String) throws {
    try HubPaths.makeDirectory(directory)
    try replaceFile("\(directory)/\(id).json", with: JSONCodec.encode(self), isDurable: false)
  }
}
