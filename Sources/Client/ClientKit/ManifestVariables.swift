package import BusProtocol
internal import Glibc
package import HostKit

/// The environment variables that manifests name for their providers.
package enum ManifestVariables {
  private static let maxManifestBytes = 64 * 1024

  /// The variables of all providers that a hub would find besides its own.
  static func all(_ paths: HubPaths, hub executable: String) -> Set<String> {
    let shared = parentDirectory(of: parentDirectory(of: executable)) + "/share/musicbus/providers"
    var all: Set<String> = []
    for path in Manifests.paths(in: paths.providers) + Manifests.paths(in: shared) {
      all.formUnion(names(inManifestAt: path))
    }
    // The variables of the loader would change the hub itself.
    return all.filter { !$0.hasPrefix("LD_") }
  }

  /// The variables that a manifest names and that are not set; none if it cannot be read.
  package static func missing(
    inManifestAt path: String,
    _ environment: Environment
  ) -> [String] {
    Manifests.missingVariables(names(inManifestAt: path), in: environment)
  }

  private static func names(inManifestAt path: String) -> [String] {
    manifest(at: path)?.environment ?? []
  }

  /// The manifest at a path; `nil` if it cannot be read.
  package static func manifest(at path: String) -> Manifest? {
    (try? FileDescriptor(path, O_RDONLY).readAll(atMost: maxManifestBytes)).flatMap { bytes in
      try? JSONCodec.decode(Manifest.self, from: bytes)
    }
  }
}
