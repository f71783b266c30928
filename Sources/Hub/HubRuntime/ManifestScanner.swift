internal import BusProtocol
internal import FoundationEssentials
internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel
internal import Storage

/// Finds providers: their manifests, and the executables that these name. Of two with one id, the
/// first wins, in this order: `--providers`, the user's directory, the checkout, `../share`.
struct ManifestScanner {
  /// The maximum number of manifests per directory.
  private static let maxManifests = 256

  private(set) var found: [FoundProvider] = []
  private(set) var problems: [ManifestProblem] = []
  private let hubDirectory: String
  /// By the real path of the manifest.
  private var approvedHosts: [String: [String]] = [:]
  /// The copies that the command line has made; `nil` if their list cannot be read.
  private var installed: InstalledProviders?
  private let installedDirectory: String
  /// Why copies must not run, by their directories.
  private var revocations: [String: String] = [:]
  /// The providers that were found, but must not run.
  private(set) var revoked: Set<ProviderID> = []
  /// Further instances of providers, with the paths of their files.
  private var instances: [(path: String, instance: ProviderInstance)] = []

  init(directories: [String], paths: HubPaths, hubDirectory: String) {
    self.hubDirectory = hubDirectory
    installedDirectory = realPath(paths.installed) ?? paths.installed
    do {
      approvedHosts = try ApprovedHosts(at: paths.approvedHosts).read()
    } catch {
      let message = "No host is approved for any provider. \(JSONCodec.describe(error))"
      problems.append(ManifestProblem(path: paths.approvedHosts, message: message))
    }
    readInstalled(paths)
    findAll(directories, paths)
    addInstances()
    noteOrigins(paths)
  }

  private mutating func findAll(_ directories: [String], _ paths: HubPaths) {
    for directory in directories + [paths.providers] { search(directory, isBundled: false) }
    searchCheckout()
    let shared = parentDirectory(of: hubDirectory) + "/share/musicbus/providers"
    // With the hub in ~/.local/bin, this is the directory of the user.
    let own = (directories + [paths.providers]).compactMap(realPath)
    guard realPath(shared).map(own.contains) != true else { return }
    search(shared, isBundled: true)
  }

  /// Refuses ids that can be confused, and notes where all others come from.
  private mutating func noteOrigins(_ paths: HubPaths) {
    let origins = ProviderOrigins(at: paths.providerOrigins)
    do {
      refuseLookalikes(known: (try? origins.read()) ?? [:])
      let places = found.map { ($0.manifest.id.rawValue, $0.origin) }
      let times = try origins.note(
        Dictionary(places) { first, _ in first },
        at: UnixClock.nowMs
      )
      for position in found.indices {
        found[position].sinceMs = times[found[position].manifest.id.rawValue] ?? 0
      }
    } catch {
      let message = JSONCodec.describe(error)
      problems.append(ManifestProblem(path: paths.providerOrigins, message: message))
    }
  }

  /// Of ids that can be confused, a bundled one counts, or else the one that was there first.
  private mutating func refuseLookalikes(known: [String: ProviderOrigins.Entry]) {
    for group in Dictionary(grouping: found, by: \.manifest.id.skeleton).values
    where group.count > 1 {
      let kept =
        group.first { $0.trust == .bundled }
        ?? group.first { known[$0.manifest.id.rawValue] != nil } ?? group[0]
      for one in group where one != kept {
        found.removeAll { $0 == one }
        let message = ManifestScanner.lookalike(one.manifest.id, of: kept.manifest.id)
        problems.append(ManifestProblem(path: one.manifestPath, message: message))
      }
    }
  }

  static func lookalike(_ id: ProviderID, of other: ProviderID) -> String {
    "\"\(id)\" can be confused with the provider \"\(other)\". Choose another id."
  }

  /// The manifests in a directory: `provider.json` in a subdirectory, or any `.json` file.
  static func manifests(in directory: String) -> [String] {
    contents(of: directory).compactMap { name in
      let path = "\(directory)/\(name)"
      if name.hasSuffix(".json") { return path }
      return isThere("\(path)/provider.json") ? "\(path)/provider.json" : nil
    }
  }

  /// The directories in a directory, in which there may be a manifest.
  static func subdirectories(of directory: String) -> [String] {
    contents(of: directory).prefix(maxManifests).map { "\(directory)/\($0)" }.filter { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// The list was written by the command line, which downloads indexes.
  private mutating func readInstalled(_ paths: HubPaths) {
    do {
      let installed = try InstalledProviders(at: paths.installedFile)
      self.installed = installed
      revocations = installed.revocations(below: installedDirectory)
    } catch {
      problems.append(
        ManifestProblem(path: paths.installedFile, message: JSONCodec.describe(error))
      )
    }
  }

  private mutating func search(_ directory: String, isBundled: Bool) {
    let manifests = ManifestScanner.manifests(in: directory)
    for path in manifests.prefix(ManifestScanner.maxManifests) { add(path, isBundled: isBundled) }
    for path in manifests.dropFirst(ManifestScanner.maxManifests) {
      let message = "The directory contains more than \(ManifestScanner.maxManifests) manifests."
      problems.append(ManifestProblem(path: path, message: message))
    }
  }

  /// A hub that was not installed takes the bundled providers of its checkout, but not the template.
  private mutating func searchCheckout() {
    guard let plugins = ManifestScanner.plugins(of: hubDirectory) else { return }
    for path in ManifestScanner.manifests(in: plugins)
    where path != "\(plugins)/Template/provider.json" {
      add(path, isBundled: true)
    }
  }

  /// The bundled providers of the checkout in whose build directory a hub is.
  private static func plugins(of hubDirectory: String) -> String? {
    ExecutableSearch.checkout(of: hubDirectory).map { "\($0)/Plugins" }
  }

  /// Whether a file belongs to the hub: who can replace it can replace the hub as well.
  private static func isOfHub(_ path: String, _ hubDirectory: String) -> Bool {
    [hubDirectory, plugins(of: hubDirectory)].compactMap(\.self).contains {
      path.hasPrefix("\($0)/")
    }
  }

  /// Adds the further instances of the providers that were found: the same code, trusted alike.
  private mutating func addInstances() {
    for (path, instance) in instances
    where !found.contains(where: { $0.manifest.id == instance.id }) {
      if let problem = ManifestScanner.problem(ofInstance: instance.id) {
        problems.append(ManifestProblem(path: path, message: problem))
        continue
      }
      guard let base = found.first(where: { $0.manifest.id == instance.instanceOf }),
        base.manifest.lines != nil, base.manifest.instanceOf == nil
      else {
        let message =
          "\(instance.id) is an instance of \"\(instance.instanceOf)\", which is not there or can run only once."
        problems.append(ManifestProblem(path: path, message: message))
        continue
      }
      var one = base
      (one.manifest, one.manifestPath) = (base.manifest.instance(instance.id), path)
      one.arguments += ["--as", instance.id.rawValue]
      one.origin = ProviderOrigins.instance(of: base.manifest.id.rawValue, from: base.origin)
      found.append(one)
    }
  }

  /// Why an id cannot be that of an instance; `nil` if it can.
  static func problem(ofInstance id: ProviderID) -> String? {
    if let owner = Manifest.reservedIDs[id.rawValue] {
      return "\"\(id)\" is \(owner); choose another id."
    }
    let isNamespace = EntityID(namespace: id.namespace, type: "artist", value: "1") != nil
    return isNamespace ? nil : "\"\(id)\" is too long; choose an id of up to 40 characters."
  }

  private mutating func add(_ path: String, isBundled: Bool) {
    if !isBundled, let instance = ProviderInstance(at: path) {
      return instances.append((path, instance))
    }
    do {
      var one = try ManifestScanner.read(path, hubDirectory: hubDirectory)
      guard !found.contains(where: { $0.manifest.id == one.manifest.id }) else { return }
      let real = realPath(path)
      if let reason = real.flatMap({ revocations[parentDirectory(of: $0)] }) {
        revoked.insert(one.manifest.id)
        let message = "This version was revoked: \(reason.withoutFullStop). Update or remove it: "
        let command = "musicbus provider update \(one.manifest.id)"
        return problems.append(ManifestProblem(path: path, message: message + command))
      }
      let hosts = real.flatMap { approvedHosts[$0] } ?? []
      one.sandboxDemand = SandboxDemand(
        ofManifestAt: path,
        installedBelow: installedDirectory,
        installed
      )
      one.trust = isBundled ? .bundled : .approved(hosts)
      let directory = parentDirectory(of: real ?? path)
      one.origin =
        isBundled
        ? ProviderOrigins.bundled
        : installed?.place(ofCopyIn: directory, below: installedDirectory) ?? real ?? path
      found.append(one)
    } catch {
      problems.append(ManifestProblem(path: path, message: JSONCodec.describe(error)))
    }
  }

  /// Reads one manifest, and finds the executable that it names.
  static func read(_ path: String, hubDirectory: String) throws -> FoundProvider {
    let file = try FileDescriptor(path, 0)
    let bytes = try file.readAll(atMost: 64 * 1024)
    let manifest = try JSONCodec.decode(Manifest.self, from: bytes)
    if let owner = Manifest.reservedIDs[manifest.id.rawValue] {
      throw Failure(.invalidParams, "\"\(manifest.id)\" is \(owner); choose another id")
    }
    let executable = try executable(of: manifest, at: path, hubDirectory: hubDirectory)
    var (program, arguments) = (executable, manifest.arguments ?? [])
    if manifest.lines != nil {
      let directories = ExecutableSearch.directories(beside: hubDirectory)
      guard let bridge = ExecutableSearch.find(Manifest.bridge, in: directories) else {
        throw SystemError("find the executable \"\(Manifest.bridge)\"", code: ENOENT)
      }
      (program, arguments) = (bridge, [realPath(path) ?? path])
    }
    var one = FoundProvider(
      manifest: manifest,
      manifestPath: path,
      executable: executable,
      program: program,
      arguments: arguments,
      scripts: scripts(of: manifest, at: path),
      isOfHub: isOfHub(path, hubDirectory) && isOfHub(executable, hubDirectory)
    )
    try one.checkTrust()
    one.stamp = ([executable] + one.scripts).compactMap { FileStamp.text(of: $0) }
      .joined(separator: " ")
    return one
  }

  /// The files among the arguments of a program on JSON lines: what its interpreter runs.
  private static func scripts(of manifest: Manifest, at path: String) -> [String] {
    guard manifest.lines != nil else { return [] }
    let directory = parentDirectory(of: realPath(path) ?? path)
    return (manifest.arguments ?? []).map { $0.hasPrefix("/") ? $0 : "\(directory)/\($0)" }
      .filter(isThere)
  }

  /// A relative path starts at the real directory of the manifest, with all links resolved.
  private static func executable(
    of manifest: Manifest,
    at path: String,
    hubDirectory: String
  ) throws(UnrunnableProgram) -> String {
    try ExecutableSearch.find(
      manifest.executable,
      ofManifestIn: parentDirectory(of: realPath(path) ?? path),
      programs: manifest.lines == nil ? hubDirectory : nil
    )
  }

  private static func contents(of directory: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
  }

  private static func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }
}

/// Detects changes of a file without reading it.
enum FileStamp {
  /// Returns `nil` if the file does not exist; links are followed.
  static func text(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let time = status.st_mtim
    return "\(status.st_dev):\(status.st_ino):\(status.st_size):\(time.tv_sec).\(time.tv_nsec)"
  }
}
