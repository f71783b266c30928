internal import BusProtocol
internal import Glibc
internal import HostKit

/// The hosts that the user approved for providers (MB-144), by the real path of their manifest.
///
/// They are in a file of their own, because a manifest comes with its provider.
package struct ApprovedHosts: Sendable {
  private static let maxBytes = 1024 * 1024

  private let path: String

  package init(at path: String) { self.path = path }

  /// - Throws: the reason why the file cannot be read; a missing one is empty.
  package func read() throws -> [String: [String]] {
    do {
      let bytes = try FileDescriptor(path, 0).readAll(atMost: ApprovedHosts.maxBytes)
      return try JSONCodec.decode([String: [String]].self, from: bytes)
    } catch let error as SystemError where error.code == ENOENT {
      return [:]
    }
  }

  /// Replaces the hosts of some manifests; `nil` removes them. A corrupt file is replaced.
  ///
  /// - Throws: ``SystemError``. The hub waits for this, so it does not wait for the disk.
  package func set(_ hosts: [String]?, for manifests: [String]) throws {
    let old: [String: [String]]?
    do {
      old = try read()
    } catch let error as SystemError {
      throw error
    } catch {
      old = nil
    }
    var new = old ?? [:]
    for manifest in manifests { new[manifest] = hosts }
    guard new != old else { return }
    try HubPaths.makeDirectory(parentDirectory(of: path))
    try replaceFile(path, with: JSONCodec.encode(new), isDurable: false)
  }
}
