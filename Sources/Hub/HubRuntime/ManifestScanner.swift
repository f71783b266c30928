internal import BusProtocol
internal import FoundationEssentials
internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel

/// Looks for providers: their manifests, and the executables that these name. Of two with one id
/// the first wins (DESIGN: `--providers`, the user's folder, beside the hub, `../share`).
struct ManifestScanner {
  /// More than these of one folder are passed over.
  private static let manifestsMax = 256

  private(set) var found: [FoundProvider] = []
  private(set) var problems: [ManifestProblem] = []
  private let hubFolder: String

  init(folders: [String], places: HubPaths, hubFolder: String) {
    self.hubFolder = hubFolder
    for folder in folders + [places.providers] { search(folder) }
    searchBundles()
    search(parentDirectory(of: hubFolder) + "/share/musicbus/providers")
  }

  /// The manifests of a folder: `provider.json` in a folder of their own, or any `.json` file right
  /// there.
  static func manifests(in folder: String) -> [String] {
    contents(of: folder).compactMap { name in
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".json") { return path }
      return isThere("\(path)/provider.json") ? "\(path)/provider.json" : nil
    }
  }

  private mutating func search(_ folder: String) {
    let manifests = ManifestScanner.manifests(in: folder)
    for path in manifests.prefix(ManifestScanner.manifestsMax) { add(path) }
    for path in manifests.dropFirst(ManifestScanner.manifestsMax) {
      let message = "There are more than \(ManifestScanner.manifestsMax) in that folder."
      problems.append(ManifestProblem(path: path, message: message))
    }
  }

  /// SwiftPM copies each target's manifest into a bundle beside the executables.
  private mutating func searchBundles() {
    for name in ManifestScanner.contents(of: hubFolder)
    where name.hasPrefix("MusicBus_") && name.hasSuffix(".resources") {
      let path = "\(hubFolder)/\(name)/provider.json"
      if ManifestScanner.isThere(path) { add(path) }
    }
  }

  private mutating func add(_ path: String) {
    do {
      let one = try ManifestScanner.read(path, hubFolder: hubFolder)
      guard !found.contains(where: { $0.manifest.id == one.manifest.id }) else { return }
      found.append(one)
    } catch {
      problems.append(ManifestProblem(path: path, message: BusCodec.describe(error)))
    }
  }

  /// Reads one manifest, and finds the executable that it names.
  static func read(_ path: String, hubFolder: String) throws -> FoundProvider {
    let file = try FileDescriptor(path, 0)
    let bytes = try file.readAll(atMost: 64 * 1024)
    let manifest = try BusCodec.decode(Manifest.self, from: bytes)
    guard let executable = executable(of: manifest, at: path, hubFolder: hubFolder) else {
      throw SystemError("find the executable \"\(manifest.executable)\"", code: ENOENT)
    }
    var one = FoundProvider(
      manifest: manifest,
      manifestPath: path,
      executable: executable,
      isOfHub: path.hasPrefix("\(hubFolder)/") && executable.hasPrefix("\(hubFolder)/")
    )
    try one.checkTrust()
    one.stamp = FileStamp.text(of: executable) ?? ""
    return one
  }

  /// A relative path is one from where the manifest really is, whatever links lead there.
  private static func executable(
    of manifest: Manifest,
    at path: String,
    hubFolder: String
  ) -> String? {
    let folder = parentDirectory(of: resolved(path) ?? path)
    if manifest.executable.contains("/") {
      let isAbsolute = manifest.executable.hasPrefix("/")
      let path = isAbsolute ? manifest.executable : "\(folder)/\(manifest.executable)"
      return ExecutableSearch.find(path)
    }
    return ExecutableSearch.find(
      manifest.executable,
      in: [folder, parentDirectory(of: folder), hubFolder]
    )
  }

  /// The path without links; nothing where there is no such file.
  static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func contents(of folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private static func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }
}
