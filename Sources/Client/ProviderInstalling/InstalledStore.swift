internal import FoundationEssentials
internal import Glibc
package import HostKit
package import MusicModel

/// The providers that were copied to this machine, which one command at a time changes.
///
/// A version is complete before it gets its name, and listed before the link leads to it. So a
/// crash leaves only what ``sweep()`` removes, which commands call that install or remove.
package struct InstalledStore {
  private let paths: HubPaths
  package private(set) var document: InstalledProviders
  /// `nil` for a store that is only read.
  private let lock: HubLock?

  static let stagingPrefix = ".new"

  /// Reads it to be changed. Waits for no other command: it is named in the error.
  ///
  /// - Throws: ``InstallFailure``, ``InstalledProvidersError`` and ``SystemError``
  package init(_ paths: HubPaths) throws {
    self.paths = paths
    try HubPaths.makeDirectory(paths.data)
    do {
      lock = try HubLock(at: paths.installLock)
    } catch HubLockError.held(let pid) {
      let holder = pid.map { "the process \($0)" } ?? "another process"
      throw InstallFailure(
        "Providers are being changed by \(holder).",
        "Try again when it is done."
      )
    } catch HubLockError.unusable(let error) {
      throw error
    }
    document = try InstalledProviders(at: paths.installedFile)
  }

  /// Only reads, also while another command changes providers.
  ///
  /// - Throws: ``InstalledProvidersError``
  package init(reading paths: HubPaths) throws(InstalledProvidersError) {
    self.paths = paths
    lock = nil
    document = try InstalledProviders(at: paths.installedFile)
  }

  /// Where a version is.
  private func directory(of id: ProviderID, _ version: InstalledProviders.Version) -> String {
    "\(paths.installed)/\(id)/\(version.directory)"
  }

  /// The path of the manifest of a version.
  package func manifest(of id: ProviderID, _ version: InstalledProviders.Version) -> String {
    "\(directory(of: id, version))/provider.json"
  }

  /// The version to which the link leads.
  package func current(_ id: ProviderID) -> InstalledProviders.Version? {
    let path = realPath("\(paths.providers)/\(id).json")
    return document.providers[id.rawValue]?.versions.first { version in
      path != nil && path == realPath(manifest(of: id, version))
    }
  }

  /// The version to go back to.
  package func previous(_ id: ProviderID) -> InstalledProviders.Version? {
    let current = current(id)
    return document.providers[id.rawValue]?.versions.first { $0.directory != current?.directory }
  }

  /// Moves a fetched version to its place and lists it; it does not run yet.
  ///
  /// - Throws: ``SystemError``
  package mutating func insert(
    _ fetched: FetchedProvider,
    approving hosts: [String],
    isUnsandboxed: Bool
  ) throws {
    let id = fetched.manifest.id
    let destination = directory(of: id, fetched.version)
    try HubPaths.makeDirectory(parentDirectory(of: destination))
    // What is moved must be on the disk.
    try FileDescriptor(fetched.directory, O_RDONLY | O_DIRECTORY).syncFileSystem()
    // It is not listed: a crash has left it, or the list was lost.
    try removeTree(destination)
    guard rename(fetched.directory, destination) == 0 else {
      throw SystemError("move the provider to \(destination)")
    }
    try list(fetched.version, of: id, approving: hosts, isUnsandboxed: isUnsandboxed)
  }

  /// Lists a version beside the current one, with where it and the updates of its provider come from now, the hosts
  /// that are approved, if some are, and whether the user has agreed to run it without a sandbox.
  ///
  /// - Throws: ``SystemError``
  package mutating func list(
    _ version: InstalledProviders.Version,
    of id: ProviderID,
    approving hosts: [String],
    isUnsandboxed: Bool
  ) throws {
    var provider = document.providers[id.rawValue] ?? .init(source: "", index: nil)
    let former = provider.origin
    (provider.source, provider.index) = (version.source ?? "", version.index)
    // What was approved for other code does not hold for this.
    if provider.origin != former { provider.approvedHosts = nil }
    if !hosts.isEmpty { provider.approvedHosts = hosts }
    let known = provider.versions.first { $0.directory == version.directory }
    var listed = known ?? version
    (listed.sha256, listed.source, listed.index) = (version.sha256, version.source, version.index)
    if isUnsandboxed { listed.unsandboxed = provider.origin }
    provider.versions =
      known == nil
      ? [listed] + [current(id)].compactMap { $0 }
      : provider.versions.map { $0.directory == listed.directory ? listed : $0 }
    document.providers[id.rawValue] = provider
    try save()
  }

  /// Takes back what ``insert(_:approving:isUnsandboxed:)`` did, if it does not run.
  ///
  /// - Throws: ``SystemError``
  package mutating func remove(
    _ id: ProviderID,
    _ version: InstalledProviders.Version,
    leaving provider: InstalledProviders.Provider?
  ) throws {
    document.providers[id.rawValue] = provider
    try save()
    try removeTree(directory(of: id, version))
    removeIfEmpty(parentDirectory(of: directory(of: id, version)))
  }

  /// Marks the versions that indexes have revoked.
  ///
  /// A mark stays until the index that made it lists the provider, and does not revoke that version any more. So
  /// an index that is not set for a time, such as to trust another key, takes nothing back.
  ///
  /// - Returns: the providers of which the current version was revoked just now.
  /// - Throws: ``SystemError``
  package mutating func markRevoked(by indexes: ProviderIndexes) throws -> [ProviderID] {
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
  package func revocation(of id: ProviderID, _ version: String) -> String? {
    document.providers[id.rawValue]?.versions.lazy
      .filter { $0.version == version }.compactMap(\.revoked).first
  }

  /// Removes what a crash has left, and what nothing leads to any more.
  ///
  /// If the list has no provider at all, it may have been lost: then no copy is removed. A copy to which a link
  /// leads stays in any case.
  ///
  /// - Throws: ``SystemError``
  package mutating func sweep() throws {
    let (root, isListed) = (paths.installed, !document.providers.isEmpty)
    var kept = document
    for name in document.providers.keys {
      guard let id = ProviderID(rawValue: name) else { continue }
      // Without its link, a provider was removed.
      if current(id) == nil { kept.providers[name] = nil }
    }
    let used = Set(Manifests.paths(in: paths.providers).compactMap(realPath))
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
  ///
  /// - Returns: whether there was one.
  package func unlink(_ id: ProviderID) -> Bool {
    current(id) != nil && Glibc.unlink("\(paths.providers)/\(id).json") == 0
  }

  private func save() throws { try document.save(to: paths.installedFile) }
}
