package import BusProtocol
package import Foundation

/// The directory of the package, found from this file: tests read the protocol's files there,
/// since SwiftPM's resources cannot lie outside of a target.
package enum PackageRoot {
  package static let url = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The file or directory at a path below the package.
  package static func url(_ path: String) -> URL { url.appending(path: path) }

  /// The same as a path for programs and functions that take no URL.
  package static func path(_ path: String) -> String { url(path).path(percentEncoded: false) }

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// The documents of the protocol with numbered requirements, one after the other.
  package static func specification() throws -> String {
    try ["messages", "model", "provider", "client", "hub", "index"]
      .map { try text("Protocol/\($0).md") }
      .joined(separator: "\n")
  }

  package static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url(path)))
  }

  /// The sorted names of the files in a directory, without hidden ones.
  package static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: self.path(path))
      .filter { !$0.hasPrefix(".") }
      .sorted()
  }

  /// The manifests in Plugins: of the bundled providers, and of the template.
  package static func manifests() throws -> [Manifest] {
    try names(in: "Plugins").map { "Plugins/\($0)/provider.json" }
      .filter { FileManager.default.fileExists(atPath: path($0)) }
      .map { try JSONCodec.decode(Manifest.self, from: bytes($0)) }
  }

  /// The manifests of the bundled providers in Swift; the others have no executable next to the hub's.
  package static func bundledManifests() throws -> [Manifest] {
    try manifests().filter { $0.executable.hasPrefix("musicbus-provider-") }
  }
}
