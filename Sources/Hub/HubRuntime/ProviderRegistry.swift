internal import BusProtocol
internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel
internal import Storage

/// The providers that can be found now. It watches the users' directories, and adds and removes
/// manifests.
struct ProviderRegistry {
  /// The time for which a change must be stable, in milliseconds. Files are not read while written.
  private static let stepMs = 250
  /// The interval of checks without a watch, in milliseconds.
  private static let unwatchedStepMs = 2_000
  /// The time until invalid manifests are read again, in milliseconds; it doubles each time. An
  /// executable may have been added since.
  private static let retryMs = 1_000
  private static let maxRetryMs = 60_000

  private let directories: [String]
  private let paths: HubPaths
  private let hubDirectory: String
  private let environment: Environment
  private(set) var found: [FoundProvider] = []
  private var problems: [ManifestProblem] = []
  /// The state of the manifests when they were last read, and when they were last checked.
  private var read: [String] = []
  private var seen: [String] = []
  /// The time of the next check; `nil` if nothing has changed.
  private var nextStep: Deadline?
  private var nextRetry = Deadline.after(.zero)
  private var retryMs = ProviderRegistry.retryMs
  private var isWatched = true

  init(
    directories: [String],
    paths: HubPaths,
    hubDirectory: String,
    environment: Environment
  ) {
    self.directories = directories
    self.environment = environment
    self.paths = paths
    self.hubDirectory = hubDirectory
    rescan()
  }

  var listing: DiscoveryResult {
    DiscoveryResult(found.map(\.listed), problems: problems + found.compactMap(missingVariables))
  }

  /// The variables that a manifest names, but that the hub does not have and cannot pass on.
  private func missingVariables(_ provider: FoundProvider) -> ManifestProblem? {
    let names = Manifests.missingVariables(provider.manifest.environment ?? [], in: environment)
    guard !names.isEmpty else { return nil }
    let (variables, them) = names.count == 1 ? ("variable", "it") : ("variables", "them")
    let message =
      "The hub has no environment \(variables) \(names.joined(separator: ", ")). Set \(them), "
      + "then restart the hub: musicbus hub restart"
    return ManifestProblem(path: provider.manifestPath, message: message, isUsed: true)
  }

  /// The time until the next check, in milliseconds; `nil` if none is due.
  var leftMs: Int? {
    let retry = problems.isEmpty ? nil : nextRetry
    return [nextStep, retry].compactMap(\.?.remainingMs).min()
  }

  /// The directories in which a change may be one of the providers, or of their configuration.
  var watchedDirectories: [String] {
    let own = directories + [paths.providers]
    let linked = own.flatMap(ManifestScanner.manifests).compactMap(realPath)
    let configuration = realPath(paths.configurationFile) ?? paths.configurationFile
    return own + own.flatMap(ManifestScanner.subdirectories)
      + (linked + [configuration]).map(parentDirectory)
  }

  /// Handles that something may have changed; without a watch, that may happen at any time.
  mutating func checkSoon(isWatched: Bool) {
    self.isWatched = isWatched
    nextStep = nextStep ?? .after(.milliseconds(ProviderRegistry.stepMs))
    retryMs = ProviderRegistry.retryMs
  }

  /// Searches for all manifests again.
  mutating func rescan() {
    read = manifestStamps()
    seen = read
    (nextStep, nextRetry) = (
      .after(.milliseconds(ProviderRegistry.stepMs)), .after(.milliseconds(retryMs))
    )
    let search = ManifestScanner(directories: directories, paths: paths, hubDirectory: hubDirectory)
    problems = search.problems
    found = search.found + stillRunning(beside: search)
  }

  /// A running provider is not stopped because its manifest became invalid. A further instance ends with its provider.
  private func stillRunning(beside search: ManifestScanner) -> [FoundProvider] {
    let running = found.filter { old in
      search.problems.contains { $0.path == old.manifestPath }
        && !search.found.contains { $0.manifest.id == old.manifest.id }
        && !search.revoked.contains(old.manifest.id)
        && access(old.manifestPath, F_OK) == 0
    }
    let ids = Set((search.found + running).map(\.manifest.id))
    return running.filter { $0.manifest.instanceOf.map(ids.contains) ?? true }
  }

  /// Rescans once a change has settled. Returns whether the listing has changed.
  mutating func rescanIfChanged() -> Bool {
    let isRetry = !problems.isEmpty && nextRetry.isExpired
    guard isRetry || nextStep?.isExpired == true else { return false }
    let stamps = manifestStamps()
    let isSettled = stamps == seen
    seen = stamps
    if isSettled {
      nextStep = isWatched ? nil : .after(.milliseconds(ProviderRegistry.unwatchedStepMs))
    } else {
      nextStep = .after(.milliseconds(ProviderRegistry.stepMs))
    }
    guard isSettled, isRetry || stamps != read else { return false }
    let before = listing
    if isRetry { retryMs = min(retryMs * 2, ProviderRegistry.maxRetryMs) }
    rescan()
    return listing != before
  }

  private func manifestStamps() -> [String] {
    (directories + [paths.providers]).flatMap { directory in
      ManifestScanner.manifests(in: directory).map { "\($0) \(FileStamp.text(of: $0) ?? "")" }
    }
  }

  /// Makes a change; the caller must rescan afterwards.
  func make(_ change: ManifestChange) -> ManifestChangeResult {
    do throws(Failure) {
      switch change {
      case .look: return .made([])
      case .add(let path, let hosts): return .made([try add(path, approving: hosts)])
      case .addInstance(let id, let path): return .made([try addInstance(id, ofProviderAt: path)])
      case .remove(let ids):
        var removals: [Removal] = []
        for id in ids { removals.append(try removal(of: id)) }
        let manifests = found.filter { ids.contains($0.manifest.id) }.compactMap {
          realPath($0.manifestPath)
        }
        // An approval must not outlive its provider: it would hold for another one at that path.
        try approve(nil, for: manifests)
        for removal in removals { try removal.take() }
        return .made(ids)
      }
    } catch {
      return .refused(error)
    }
  }
}

extension ProviderRegistry {
  /// Puts a link to a manifest among the user's, and notes the hosts that the user approves.
  private func add(_ path: String, approving hosts: [String]?) throws(Failure) -> ProviderID {
    let one = try provider(at: path)
    let id = one.manifest.id
    let other = found.first { $0.manifest.id == id }
    let isSame =
      other.map { realPath($0.manifestPath) == one.manifestPath } ?? false
    let isUpdate = other.map { isVersion(at: $0.manifestPath, of: id) } ?? false
    guard other == nil || isSame || isUpdate && isVersion(at: one.manifestPath, of: id) else {
      let text =
        "Provider \"\(id)\" is already installed; its manifest is \(other?.manifestPath ?? "")."
      throw Failure(.manifestInvalid, text)
    }
    if let other = found.first(where: {
      $0.manifest.id != id && $0.manifest.id.skeleton == id.skeleton
    }) {
      throw Failure(.manifestInvalid, ManifestScanner.lookalike(id, of: other.manifest.id))
    }
    guard !isSame else {
      if let hosts { try approve(hosts, for: [one.manifestPath]) }
      return id
    }
    let link = "\(paths.providers)/\(id).json"
    do {
      try HubPaths.makeDirectory(paths.providers)
    } catch {
      throw Failure(.internalError, JSONCodec.describe(error))
    }
    try replaceLink(link, to: one.manifestPath)
    if let hosts { try approve(hosts, for: [one.manifestPath]) }
    return id
  }

  /// Notes a further instance of a provider among the user's manifests.
  private func addInstance(
    _ id: ProviderID,
    ofProviderAt path: String
  ) throws(Failure) -> ProviderID {
    guard let base = found.first(where: { $0.manifestPath == path }) else {
      throw Failure(.manifestInvalid, "No provider has the manifest \(path).")
    }
    let provider = base.manifest.instanceOf ?? base.manifest.id
    guard base.manifest.lines != nil else {
      throw Failure(
        .manifestInvalid,
        "\(provider) can run only once: it is not a program on JSON lines (Protocol/lines.md)."
      )
    }
    if let problem = ManifestScanner.problem(ofInstance: id) {
      throw Failure(.manifestInvalid, problem)
    }
    if let other = found.first(where: { $0.manifest.id.skeleton == id.skeleton }) {
      let isSame = other.manifest.id == id
      throw Failure(
        .manifestInvalid,
        isSame
          ? "There is already a provider \"\(id)\"; its manifest is \(other.manifestPath)."
          : ManifestScanner.lookalike(id, of: other.manifest.id)
      )
    }
    do {
      try ProviderInstance(id, of: provider).save(in: paths.providers)
    } catch {
      throw Failure(.internalError, JSONCodec.describe(error))
    }
    return id
  }

  /// Whether a manifest is that of a copy which the command line has made.
  private func isVersion(at path: String, of id: ProviderID) -> Bool {
    guard let real = realPath(path),
      let directory = realPath("\(paths.installed)/\(id)")
    else { return false }
    return parentDirectory(of: parentDirectory(of: real)) == directory
  }

  /// At any moment, the old or the new link is there.
  private func replaceLink(_ link: String, to path: String) throws(Failure) {
    let temporary = "\(link).new"
    unlink(temporary)
    var status = stat()
    let isFree = lstat(link, &status) != 0 || status.st_mode & S_IFMT == S_IFLNK
    if !isFree { errno = EEXIST }
    guard isFree, symlink(path, temporary) == 0, rename(temporary, link) == 0 else {
      throw Failure(.manifestInvalid, "\(SystemError("create the link \(link)"))")
    }
  }

  private func approve(_ hosts: [String]?, for manifests: [String]) throws(Failure) {
    do {
      try ApprovedHosts(at: paths.approvedHosts).set(hosts, for: manifests)
    } catch {
      throw Failure(.internalError, JSONCodec.describe(error))
    }
  }

  /// Reads the manifest at a path: the file itself, in that directory, or beside that executable.
  private func provider(at path: String) throws(Failure) -> FoundProvider {
    guard let resolved = realPath(path) else {
      throw Failure(.manifestInvalid, "\(path) does not exist.")
    }
    var status = stat()
    let isDirectory = stat(resolved, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    let isManifest = !isDirectory && resolved.hasSuffix(".json")
    let directory = isDirectory ? resolved : parentDirectory(of: resolved)
    let manifest = isManifest ? resolved : "\(directory)/provider.json"
    guard let file = realPath(manifest) else {
      throw Failure(
        .manifestInvalid,
        "\(manifest) does not exist: a manifest names the id, the executable and the methods."
      )
    }
    do {
      let one = try ManifestScanner.read(file, hubDirectory: hubDirectory)
      guard isDirectory || isManifest || realPath(one.executable) == resolved else {
        let text = "\(file) is the manifest of another executable: \(one.executable)."
        throw Failure(.manifestInvalid, text)
      }
      return one
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.manifestInvalid, "\(file): \(JSONCodec.describe(error).withoutFullStop).")
    }
  }

  /// The removal of a user's manifest: a link is deleted, a file is renamed.
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
      throw Failure(.notFound, "The manifest of \"\(id)\" no longer exists.")
    }
    guard one.manifestPath.hasPrefix(paths.providers + "/") else {
      throw Failure(
        .invalidParams,
        "The manifest of \"\(id)\" is \(one.manifestPath), not in \(paths.providers); "
          + "remove it yourself."
      )
    }
    // What it says can be said again.
    if one.manifest.instanceOf != nil { return .unlink(one.manifestPath) }
    // The directory of a manifest may itself be a link.
    for path in [one.manifestPath, parentDirectory(of: one.manifestPath)]
    where path != paths.providers {
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { return .unlink(path) }
    }
    return .rename(one.manifestPath)
  }
}
