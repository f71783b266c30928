internal import BusProtocol
internal import Foundation
package import HostKit
internal import MusicModel

extension ProviderUnderTest {
  /// Variables that every provider gets from the environment: without them it could not find the
  /// internet or its words.
  package static let commonVariables = [
    "PATH", "HOME", "LANG", "LC_*", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
  ]

  /// The provider that a manifest tells of: a `provider.json`, or the folder that holds one.
  ///
  /// - Throws: ``ManifestError``
  package init(manifestAt path: String, environment: Environment) throws {
    var isFolder = ObjCBool(false)
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let file = isFolder.boolValue ? "\(path)/provider.json" : path
    guard isThere, let bytes = FileManager.default.contents(atPath: file) else {
      throw ManifestError("There is no \(file).")
    }
    let manifest: Manifest
    do {
      manifest = try BusCodec.decode(Manifest.self, from: [UInt8](bytes))
    } catch {
      throw ManifestError("\(file) is no manifest: \(BusCodec.describe(error)).")
    }
    guard let executable = ProviderUnderTest.executable(of: manifest, at: file) else {
      throw ManifestError(
        "\(file) names \"\(manifest.executable)\", which is no executable file."
      )
    }
    self.init(
      executable,
      manifest.arguments ?? [],
      environment: environment.allowing(
        ProviderUnderTest.commonVariables + (manifest.environment ?? [])
      )
    )
    promise = ManifestDeclaration(
      id: manifest.id.rawValue,
      methods: manifest.methods.map(\.rawValue)
    )
  }

  /// Where the hub looks for it, in the words of a person.
  private static func executable(of manifest: Manifest, at file: String) -> String? {
    let folder = parentDirectory(of: file)
    if manifest.executable.hasPrefix("/") { return ExecutableSearch.find(manifest.executable) }
    if manifest.executable.contains("/") {
      let beginsHere = manifest.executable.hasPrefix("./")
      return ExecutableSearch.find("\(folder)/\(manifest.executable.dropFirst(beginsHere ? 2 : 0))")
    }
    return ExecutableSearch.find(manifest.executable, in: [folder, parentDirectory(of: folder)])
  }
}

/// What a manifest promises, to be compared with what the provider says of itself.
struct ManifestDeclaration: Hashable, Sendable {
  let id: String
  let methods: [String]
}

/// Why there is no provider to be had from a manifest.
package struct ManifestError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
