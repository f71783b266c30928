internal import BusProtocol
internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel

/// The providers that can be found at the moment, and the folders in which a person puts them: those
/// are watched, and manifests are added to and taken from them.
struct ProviderRegistry {
  /// How often it looks into the folders, in milliseconds. What has changed must then stay as it is
  /// for one such time, so that nothing is read while it is being written.
  private static let stepMs = 250
  /// How often it looks again at what it could not take: an executable may have come since.
  private static let retryMs = 1_000

  private let folders: [String]
  private let places: HubPaths
  private let hubFolder: String
  private(set) var found: [FoundProvider] = []
  private var problems: [ManifestProblem] = []
  /// The manifests in the watched folders, as they were when they were last read, and as they were
  /// last seen.
  private var read: [String] = []
  private var seen: [String] = []
  private var nextStep = Deadline.after(.zero)
  private var nextRetry = Deadline.after(.zero)

  init(folders: [String], places: HubPaths, hubFolder: String) {
    self.folders = folders
    self.places = places
    self.hubFolder = hubFolder
    rescan()
  }

  var listing: DiscoveryResult { DiscoveryResult(found.map(\.listed), problems: problems) }

  /// How long nothing needs to be looked at, in milliseconds.
  var leftMs: Int { nextStep.remainingMs }

  /// Looks for all manifests anew.
  mutating func rescan() {
    read = manifestStamps()
    seen = read
    (nextStep, nextRetry) = (
      .after(.milliseconds(ProviderRegistry.stepMs)),
      .after(.milliseconds(ProviderRegistry.retryMs))
    )
    let search = ManifestScanner(folders: folders, places: places, hubFolder: hubFolder)
    problems = search.problems
    found = search.found + kept(beside: search)
  }

  /// A manifest that became unusable while its provider runs is no reason to stop it.
  private func kept(beside search: ManifestScanner) -> [FoundProvider] {
    found.filter { old in
      search.problems.contains { $0.path == old.manifestPath }
        && !search.found.contains { $0.manifest.id == old.manifest.id }
        && access(old.manifestPath, F_OK) == 0
    }
  }

  /// Whether something else is to be found since; it looks for that from time to time.
  mutating func hasChanged() -> Bool {
    guard nextStep.isExpired else { return false }
    nextStep = .after(.milliseconds(ProviderRegistry.stepMs))
    let stamps = manifestStamps()
    let isSettled = stamps == seen
    seen = stamps
    let isToBeRead = stamps != read || (!problems.isEmpty && nextRetry.isExpired)
    guard isSettled, isToBeRead else { return false }
    let before = listing
    rescan()
    return listing != before
  }

  private func manifestStamps() -> [String] {
    (folders + [places.providers]).flatMap { folder in
      ManifestScanner.manifests(in: folder).map { "\($0) \(FileStamp.text(of: $0) ?? "")" }
    }
  }

  /// Makes a change; the caller must rescan afterwards.
  func make(_ change: ManifestChange) -> ManifestChangeResult {
    do throws(Failure) {
      switch change {
      case .look: return .made([])
      case .add(let path): return .made([try add(path)])
      case .remove(let ids):
        var removals: [Removal] = []
        for id in ids { removals.append(try removal(of: id)) }
        for removal in removals { try removal.take() }
        return .made(ids)
      }
    } catch {
      return .refused(error)
    }
  }
}

extension ProviderRegistry {
  /// Puts a link to a manifest among the user's.
  private func add(_ path: String) throws(Failure) -> ProviderID {
    let one = try provider(at: path)
    let id = one.manifest.id
    if let other = found.first(where: { $0.manifest.id == id }) {
      if ManifestScanner.resolved(other.manifestPath) == one.manifestPath { return id }
      let text = "There is a provider \"\(id)\" already; its manifest is \(other.manifestPath)."
      throw Failure(.manifestInvalid, text)
    }
    let link = "\(places.providers)/\(id).json"
    do {
      try HubPaths.makeDirectory(places.providers)
    } catch {
      throw Failure(.internalError, "\(error)")
    }
    var status = stat()
    if lstat(link, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { unlink(link) }
    guard symlink(one.manifestPath, link) == 0 else {
      throw Failure(.manifestInvalid, "\(SystemError("make the link \(link)"))")
    }
    return id
  }

  /// Reads the manifest that a person means by a path: the file, the one in that folder, or the one
  /// beside that executable.
  private func provider(at path: String) throws(Failure) -> FoundProvider {
    guard let place = ManifestScanner.resolved(path) else {
      throw Failure(.manifestInvalid, "There is no \(path).")
    }
    var status = stat()
    let isFolder = stat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    let isManifest = !isFolder && place.hasSuffix(".json")
    let folder = isFolder ? place : parentDirectory(of: place)
    let manifest = isManifest ? place : "\(folder)/provider.json"
    guard let file = ManifestScanner.resolved(manifest) else {
      throw Failure(
        .manifestInvalid,
        "There is no \(manifest): a manifest names the id, the executable and the methods."
      )
    }
    do {
      let one = try ManifestScanner.read(file, hubFolder: hubFolder)
      guard isFolder || isManifest || ManifestScanner.resolved(one.executable) == place else {
        throw Failure(.manifestInvalid, "\(file) is the manifest of another: \(one.executable).")
      }
      return one
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.manifestInvalid, "\(file): \(BusCodec.describe(error))")
    }
  }

  /// How a manifest of the user's is taken away: a link goes, a file stays under another name.
  private enum Removal {
    case unlink(String)
    case rename(String)

    func take() throws(Failure) {
      switch self {
      case .unlink(let path):
        guard Glibc.unlink(path) == 0 else {
          throw Failure(.internalError, "\(SystemError("remove \(path)"))")
        }
      case .rename(let path):
        guard Glibc.rename(path, "\(path).removed") == 0 else {
          throw Failure(.internalError, "\(SystemError("rename \(path)"))")
        }
      }
    }
  }

  private func removal(of id: ProviderID) throws(Failure) -> Removal {
    guard let one = found.first(where: { $0.manifest.id == id }) else {
      throw Failure(.notFound, "There is no manifest of \"\(id)\" any more.")
    }
    guard one.manifestPath.hasPrefix(places.providers + "/") else {
      throw Failure(
        .invalidParams,
        "The manifest of \"\(id)\" is not in \(places.providers), but \(one.manifestPath): "
          + "take it away there."
      )
    }
    // The folder of a manifest may itself be a link.
    for path in [one.manifestPath, parentDirectory(of: one.manifestPath)]
    where path != places.providers {
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { return .unlink(path) }
    }
    return .rename(one.manifestPath)
  }
}
