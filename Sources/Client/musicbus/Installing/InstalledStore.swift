import BusProtocol
import CommandKit
import FoundationEssentials
import Glibc
import HostKit
import MusicModel

/// The providers that were copied to this machine, which one command at a time changes.
///
/// A version is complete before it gets its name, and listed before the link leads to it. So a
/// crash leaves only what ``sweep()`` removes.
struct InstalledStore {
  let context: CommandContext
  private(set) var document: InstalledProviders
  private let lock: HubLock

  static let stagingPrefix = ".new"

  /// Waits for no other command: it is named in the error.
  init(_ context: CommandContext) throws {
    self.context = context
    try HubPaths.makeDirectory(context.paths.data)
    do {
      lock = try HubLock(at: context.paths.installLock)
    } catch HubLockError.held(let pid) {
      let holder = pid.map { "the process \($0)" } ?? "another process"
      throw CommandFailure(
        "Providers are being changed by \(holder).",
        "Try again when it is done."
      )
    } catch HubLockError.unusable(let error) {
      throw error
    }
    document = try InstalledProviders(at: context.paths.installedFile)
    try sweep()
  }

  /// Where a version is.
  func directory(of id: ProviderID, _ version: InstalledProviders.Version) -> String {
    "\(context.paths.installed)/\(id)/\(version.directory)"
  }

  func manifest(of id: ProviderID, _ version: InstalledProviders.Version) -> String {
    "\(directory(of: id, version))/provider.json"
  }

  /// The version to which the link leads.
  func current(_ id: ProviderID) -> InstalledProviders.Version? {
    let path = realPath("\(context.paths.providers)/\(id).json")
    return document.providers[id.rawValue]?.versions.first { version in
      path != nil && path == realPath(manifest(of: id, version))
    }
  }

  /// The version to go back to.
  func previous(_ id: ProviderID) -> InstalledProviders.Version? {
    let current = current(id)
    return document.providers[id.rawValue]?.versions.first { $0.directory != current?.directory }
  }

  /// Moves a fetched version to its place and lists it; it does not run yet.
  mutating func insert(
    _ fetched: FetchedProvider,
    from source: String,
    index: String?,
    approving hosts: [String]
  ) throws {
    let id = fetched.manifest.id
    let version = fetched.installed
    let destination = directory(of: id, version)
    try HubPaths.makeDirectory(parentDirectory(of: destination))
    try sync(fetched.directory)
    guard rename(fetched.directory, destination) == 0 else {
      throw SystemError("move the provider to \(destination)")
    }
    var provider =
      document.providers[id.rawValue] ?? .init(source: source, index: index)
    provider.note(source, index: index, approving: hosts)
    provider.versions = [version] + [current(id)].compactMap { $0 }
    document.providers[id.rawValue] = provider
    try save()
  }

  /// Takes back what ``insert(_:from:index:approving:)`` did, if it does not run.
  mutating func revert(_ id: ProviderID, to provider: InstalledProviders.Provider?) throws {
    document.providers[id.rawValue] = provider
    try save()
    try sweep()
  }

  /// Notes where updates of a provider come from, and the hosts that are approved, if some are.
  mutating func note(
    _ source: String,
    index: String?,
    approving hosts: [String],
    of id: ProviderID
  ) throws {
    document.providers[id.rawValue]?.note(source, index: index, approving: hosts)
    try save()
  }

  /// Notes that the user has agreed to run a version from its source without a sandbox.
  mutating func noteUnsandboxed(_ id: ProviderID, _ version: InstalledProviders.Version) throws {
    guard let provider = document.providers[id.rawValue],
      let index = provider.versions.firstIndex(where: { $0.directory == version.directory })
    else { return }
    document.providers[id.rawValue]?.versions[index].unsandboxed = provider.origin
    try save()
  }

  /// Marks the versions that indexes have revoked.
  ///
  /// - Returns: the providers of which the current version was revoked just now.
  mutating func revoke(_ reason: (ProviderID, String) -> String?) throws -> [ProviderID] {
    let old = document
    var affected: [ProviderID] = []
    for (name, provider) in document.providers {
      guard let id = ProviderID(rawValue: name) else { continue }
      let current = current(id)?.directory
      for (index, version) in provider.versions.enumerated() {
        let reason = reason(id, version.version)
        document.providers[name]?.versions[index].revoked = reason
        if reason != nil, version.revoked == nil, version.directory == current {
          affected.append(id)
        }
      }
    }
    if document != old { try save() }
    return affected.sorted()
  }

  /// Removes what a crash has left, and what nothing leads to any more.
  mutating func sweep() throws {
    let files = FileManager.default
    let old = document
    for name in old.providers.keys {
      guard let id = ProviderID(rawValue: name) else { continue }
      // Without its link, a provider was removed.
      if current(id) == nil { document.providers[name] = nil }
    }
    if document != old { try save() }
    let root = context.paths.installed
    for name in (try? files.contentsOfDirectory(atPath: root)) ?? [] {
      let directory = "\(root)/\(name)"
      guard let provider = document.providers[name] else {
        try files.removeItem(atPath: directory)
        continue
      }
      let kept = Set(provider.versions.map(\.directory))
      for version in try files.contentsOfDirectory(atPath: directory) where !kept.contains(version)
      {
        try files.removeItem(atPath: "\(directory)/\(version)")
      }
    }
  }

  /// Removes the link of a provider that the hub does not know.
  func unlink(_ id: ProviderID) -> Bool {
    current(id) != nil && Glibc.unlink("\(context.paths.providers)/\(id).json") == 0
  }

  private func save() throws { try document.save(to: context.paths.installedFile) }

  /// What is moved must be on the disk.
  private func sync(_ directory: String) throws {
    try FileDescriptor(directory, O_RDONLY | O_DIRECTORY).syncFileSystem()
  }
}

extension InstalledProviders.Provider {
  fileprivate mutating func note(_ source: String, index: String?, approving hosts: [String]) {
    // What was approved for other code does not hold for this.
    if origin != Self.origin(source, index) { approvedHosts = nil }
    (self.source, self.index) = (source, index)
    if !hosts.isEmpty { approvedHosts = hosts }
  }
}
