import BusProtocol
import CommandKit
import FoundationEssentials
import Glibc
import HostKit
import MusicModel

/// The providers that were copied to this machine, which one command at a time changes.
///
/// A version is complete before it gets its name, and listed before the link leads to it. So a
/// crash leaves only what ``sweep()`` removes, which commands call that install or remove.
struct InstalledStore {
  let context: CommandContext
  private(set) var document: InstalledProviders
  /// `nil` for a store that is only read.
  private let lock: HubLock?

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
  }

  /// Only reads, also while another command changes providers.
  init(reading context: CommandContext) throws {
    self.context = context
    lock = nil
    document = try InstalledProviders(at: context.paths.installedFile)
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
    from origin: ProviderOrigin,
    approving hosts: [String]
  ) throws {
    let id = fetched.manifest.id
    var version = fetched.installed
    (version.source, version.index) = (origin.source, origin.index)
    let destination = directory(of: id, version)
    try HubPaths.makeDirectory(parentDirectory(of: destination))
    try sync(fetched.directory)
    // It is not listed: a crash has left it, or the list was lost.
    try removeTree(destination)
    guard rename(fetched.directory, destination) == 0 else {
      throw SystemError("move the provider to \(destination)")
    }
    var provider =
      document.providers[id.rawValue] ?? .init(source: origin.source, index: origin.index)
    provider.note(origin, approving: hosts)
    provider.versions = [version] + [current(id)].compactMap { $0 }
    document.providers[id.rawValue] = provider
    try save()
  }

  /// Takes back what ``insert(_:from:approving:)`` did, if it does not run.
  mutating func remove(
    _ id: ProviderID,
    _ version: InstalledProviders.Version,
    leaving provider: InstalledProviders.Provider?
  ) throws {
    document.providers[id.rawValue] = provider
    try save()
    try removeTree(directory(of: id, version))
    removeIfEmpty(parentDirectory(of: directory(of: id, version)))
  }

  /// Notes that an installed version was added from a source, where its updates come from now, and the hosts that
  /// are approved, if some are.
  mutating func note(
    _ id: ProviderID,
    _ version: InstalledProviders.Version,
    from origin: ProviderOrigin,
    approving hosts: [String]
  ) throws {
    guard var provider = document.providers[id.rawValue] else { return }
    provider.note(origin, approving: hosts)
    for position in provider.versions.indices
    where provider.versions[position].directory == version.directory {
      provider.versions[position].source = origin.source
      provider.versions[position].index = origin.index
    }
    document.providers[id.rawValue] = provider
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
  /// A mark stays until the index that made it lists the provider, and does not revoke that version any more. So
  /// an index that is not set for a time, such as to trust another key, takes nothing back.
  ///
  /// - Returns: the providers of which the current version was revoked just now.
  mutating func markRevoked(by indexes: ProviderIndexes) throws -> [ProviderID] {
    let old = document
    var affected: [ProviderID] = []
    for (name, provider) in document.providers {
      guard let id = ProviderID(rawValue: name) else { continue }
      let current = current(id)?.directory
      for (position, version) in provider.versions.enumerated() {
        let origin = provider.index(of: version)
        let found = indexes.revocation(of: id, version.version, from: origin)
        guard found != nil || indexes.lists(id, at: version.revokedBy ?? origin) else { continue }
        document.providers[name]?.versions[position].revoked = found?.reason
        document.providers[name]?.versions[position].revokedBy = found?.index
        if found != nil, version.revoked == nil, version.directory == current {
          affected.append(id)
        }
      }
    }
    if document != old { try save() }
    return affected.sorted()
  }

  /// Why a version must not be used again, as far as it was installed when an index revoked it.
  func revocation(of id: ProviderID, _ version: String) -> String? {
    document.providers[id.rawValue]?.versions.lazy
      .filter { $0.version == version }.compactMap(\.revoked).first
  }

  /// Removes what a crash has left, and what nothing leads to any more.
  ///
  /// If the list has no provider at all, it may have been lost: then no copy is removed. A copy to which a link
  /// leads stays in any case.
  mutating func sweep() throws {
    let (root, isListed) = (context.paths.installed, !document.providers.isEmpty)
    var kept = document
    for name in document.providers.keys {
      guard let id = ProviderID(rawValue: name) else { continue }
      // Without its link, a provider was removed.
      if current(id) == nil { kept.providers[name] = nil }
    }
    let used = Set(Manifests.paths(in: context.paths.providers).compactMap(realPath))
    for name in InstalledStore.contents(of: root) {
      let directory = "\(root)/\(name)"
      if name.hasPrefix(InstalledStore.stagingPrefix) { try removeTree(directory) }
      guard isListed else { continue }
      let versions = Set((kept.providers[name]?.versions ?? []).map(\.directory))
      for version in InstalledStore.contents(of: directory) where !versions.contains(version) {
        let isUsed = realPath("\(directory)/\(version)/provider.json").map(used.contains)
        if isUsed != true { try removeTree("\(directory)/\(version)") }
      }
      removeIfEmpty(directory)
    }
    // Last, so that the next command goes on if this one is ended.
    guard document != kept else { return }
    document = kept
    try save()
  }

  private static func contents(of directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }

  /// Fails silently where something is in it.
  private func removeIfEmpty(_ directory: String) { rmdir(directory) }

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
  fileprivate mutating func note(_ new: ProviderOrigin, approving hosts: [String]) {
    // What was approved for other code does not hold for this.
    if origin != Self.origin(new.source, new.index) { approvedHosts = nil }
    (source, index) = (new.source, new.index)
    if !hosts.isEmpty { approvedHosts = hosts }
  }
}
