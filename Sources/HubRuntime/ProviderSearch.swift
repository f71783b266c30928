internal import BusProtocol
internal import FoundationEssentials
internal import HostKit
internal import MusicModel

/// Looks for providers: their manifests, and the executables that these name. Of two with one id
/// the first wins (DESIGN: `--providers`, the user's folder, beside the hub, `../share`).
struct ProviderSearch {
  /// Why a manifest was passed over.
  struct Problem: Hashable {
    let path: String
    let message: String
  }

  private(set) var found: [FoundProvider] = []
  private(set) var problems: [Problem] = []
  private let hubFolder: String

  init(folders: [String], places: Places, hubFolder: String) {
    self.hubFolder = hubFolder
    for folder in folders + [places.providers] { search(folder) }
    searchBundles()
    search(parentFolder(of: hubFolder) + "/share/musicbus/providers")
  }

  /// Manifests are `provider.json` in a folder of their own, or any `.json` file right here.
  private mutating func search(_ folder: String) {
    for name in ProviderSearch.contents(of: folder) {
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".json") {
        add(path)
      } else if ProviderSearch.isThere("\(path)/provider.json") {
        add("\(path)/provider.json")
      }
    }
  }

  /// SwiftPM copies each target's manifest into a bundle beside the executables.
  private mutating func searchBundles() {
    for name in ProviderSearch.contents(of: hubFolder)
    where name.hasPrefix("MusicBus_") && name.hasSuffix(".resources") {
      let path = "\(hubFolder)/\(name)/provider.json"
      if ProviderSearch.isThere(path) { add(path) }
    }
  }

  private mutating func add(_ path: String) {
    do {
      let file = try OpenFile(path, 0)
      let bytes = try file.readAll(atMost: 64 * 1024)
      let manifest = try BusCodec.decode(Manifest.self, from: bytes)
      guard !found.contains(where: { $0.manifest.id == manifest.id }) else { return }
      guard let executable = executable(of: manifest, at: path) else {
        throw SystemError("find the executable \"\(manifest.executable)\"", code: 2)
      }
      let one = FoundProvider(
        manifest: manifest,
        manifestPath: path,
        executable: executable,
        isOfHub: path.hasPrefix("\(hubFolder)/") && executable.hasPrefix("\(hubFolder)/")
      )
      try one.checkTrust()
      found.append(one)
    } catch {
      problems.append(Problem(path: path, message: BusCodec.describe(error)))
    }
  }

  private func executable(of manifest: Manifest, at path: String) -> String? {
    let folder = parentFolder(of: path)
    if manifest.executable.contains("/") {
      let isAbsolute = manifest.executable.hasPrefix("/")
      let path = isAbsolute ? manifest.executable : "\(folder)/\(manifest.executable)"
      return ExecutableSearch.find(path)
    }
    return ExecutableSearch.find(
      manifest.executable,
      in: [folder, parentFolder(of: folder), hubFolder]
    )
  }

  private static func contents(of folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private static func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }
}
