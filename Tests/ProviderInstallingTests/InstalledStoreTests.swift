import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

@testable import ProviderInstalling

@Suite(
  "The store of installed providers",
  .enabled(if: ProviderPackage.hasTools, "needs libarchive-tools, curl, git, minisign, openssl"),
  .timeLimit(.minutes(5))
)
struct InstalledStoreTests {
  private let home: InstallHome
  private let shelf: ProviderID

  init() throws {
    home = try InstallHome()
    shelf = try #require(ProviderID(rawValue: "shelf"))
  }

  /// Fetches a version from an archive with this name.
  private func fetch(_ version: String, _ name: String = "shelf.tar.gz") throws -> FetchedProvider {
    let archive = try ProviderPackage(in: home.path, version: version).pack(name)
    return try home.fetch(.archive(archive))
  }

  /// What the hub does to let a version run.
  private func link(_ version: InstalledProviders.Version, _ store: InstalledStore) throws {
    let link = "\(home.paths.providers)/shelf.json"
    try HubPaths.makeDirectory(home.paths.providers)
    try? FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: store.manifest(of: shelf, version)
    )
  }

  /// Installs a version that runs.
  private func install(
    _ version: String,
    _ store: inout InstalledStore,
    approving hosts: [String] = [],
    isUnsandboxed: Bool = false
  ) throws -> InstalledProviders.Version {
    let fetched = try fetch(version)
    try store.insert(fetched, approving: hosts, isUnsandboxed: isUnsandboxed)
    try link(fetched.version, store)
    return fetched.version
  }

  @Test("keeps the version that runs and the one before it")
  func versions() throws {
    var store = try InstalledStore(home.paths)
    let first = try install("1.0", &store)
    #expect(store.current(shelf) == first && store.previous(shelf) == nil)
    let second = try install("1.1", &store)
    #expect(store.current(shelf) == second && store.previous(shelf) == first)
    let third = try install("1.2", &store)
    try store.sweep()
    #expect(store.current(shelf) == third && store.previous(shelf) == second)
    #expect(FileKind(of: store.manifest(of: shelf, second)) == .file)
    #expect(FileKind(of: store.manifest(of: shelf, first)) == nil)
    #expect(try InstalledStore(reading: home.paths).document == store.document)
  }

  @Test("takes back a version that does not run, and removes what no link leads to")
  func removal() throws {
    var store = try InstalledStore(home.paths)
    let first = try install("1.0", &store)
    let before = store.document
    let fetched = try fetch("1.1")
    try store.insert(fetched, approving: [], isUnsandboxed: false)
    try store.remove(shelf, fetched.version, leaving: before.providers["shelf"])
    #expect(store.document == before && store.current(shelf) == first)
    #expect(home.installed.filter { $0.hasSuffix("provider.json") }.count == 1)
    #expect(store.unlink(shelf) && !store.unlink(shelf))
    try store.sweep()
    #expect(store.document.providers.isEmpty && home.installed == [])
  }

  @Test("gives approvals and agreements to code from one origin only")
  func agreements() throws {
    var store = try InstalledStore(home.paths)
    let first = try install("1.0", &store, approving: ["example.org"], isUnsandboxed: true)
    let source = "\(home.path)/shelf.tar.gz"
    var listed = try #require(store.document.providers["shelf"])
    #expect(listed.source == source && listed.approvedHosts == ["example.org"])
    #expect(listed.versions.map(\.unsandboxed) == [source])
    // Again from there, nothing is lost.
    try store.list(first, of: shelf, approving: [], isUnsandboxed: false)
    #expect(store.document.providers["shelf"] == listed)
    // The same version from elsewhere.
    var moved = first
    (moved.source, moved.index) = ("shelf", "/index.json")
    try store.list(moved, of: shelf, approving: [], isUnsandboxed: false)
    listed = try #require(store.document.providers["shelf"])
    #expect(listed.origin == "shelf of /index.json" && listed.approvedHosts == nil)
    #expect(listed.versions.map(\.index) == ["/index.json"] && listed.versions.count == 1)
    #expect(listed.versions.map(\.unsandboxed) == [source], "which is not its origin any more")
  }

  @Test("marks what was revoked until its index lists it without that")
  func revocations() throws {
    var store = try InstalledStore(home.paths)
    var version = try install("1.0", &store)
    let index = "\(home.path)/index.json"
    (version.source, version.index) = ("shelf", index)
    try store.list(version, of: shelf, approving: [], isUnsandboxed: false)
    let revoked = #", "revoked": [{"id": "shelf", "version": "1.0", "reason": "No."}]"#
    #expect(try store.markRevoked(by: home.indexes("", revoked)) == [shelf])
    #expect(store.revocation(of: shelf, "1.0") == "No.")
    #expect(store.revocation(of: shelf, "1.1") == nil)
    #expect(try store.markRevoked(by: home.indexes("", revoked)) == [], "it is known")
    // Without the index, and while the index does not list it, the mark stays.
    #expect(try store.markRevoked(by: ProviderIndexes([], home.context)) == [])
    #expect(try store.markRevoked(by: home.indexes("", serial: 2)) == [])
    #expect(store.current(shelf)?.revokedBy == index)
    let entry = #"{"id": "shelf", "name": "Shelf", "versions": []}"#
    #expect(try store.markRevoked(by: home.indexes(entry, serial: 3)) == [])
    #expect(store.current(shelf)?.revoked == nil && store.current(shelf)?.revokedBy == nil)
  }
}
