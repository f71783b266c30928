import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

@testable import ProviderInstalling

@Suite("The origin of a provider")
struct OriginTests {
  private let directory: TestDirectory
  private let shelf: ProviderID

  init() throws {
    directory = try TestDirectory()
    shelf = try #require(ProviderID(rawValue: "shelf"))
  }

  private func origin(_ text: String) throws -> Origin {
    try Origin(text, in: directory.path)
  }

  private func make(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/\(path)",
      withIntermediateDirectories: true
    )
  }

  @Test("is an id, whatever is in the directory, unless it has the name of an archive")
  func ids() throws {
    try make("shelf")
    try Data().write(to: URL(filePath: "\(directory.path)/shelf.zip"))
    #expect(try origin("shelf") == .listed(shelf, version: nil))
    #expect(try origin("shelf@1.2.0-beta.1") == .listed(shelf, version: "1.2.0-beta.1"))
    let archive = try #require(realPath("\(directory.path)/shelf.zip"))
    #expect(try origin("shelf.zip") == .archive(archive))
    #expect(try origin("./shelf") == .inPlace("\(directory.path)/./shelf"))
  }

  @Test("is a path if something is there: a directory, an archive, or a repository without files")
  func paths() throws {
    try make("mine")
    try make("bare.git/objects")
    #expect(try origin("./mine") == .inPlace("\(directory.path)/./mine"))
    let root = try #require(realPath(directory.path))
    #expect(try origin("./bare.git") == .repository("\(root)/bare.git", ref: nil))
    #expect(try origin("./mine@main") == .repository("\(root)/mine", ref: "main"))
    for name in ["a.tar.gz", "a.tgz", "a.zip"] {
      try Data().write(to: URL(filePath: "\(directory.path)/\(name)"))
      #expect(try origin("./\(name)") == .archive("\(root)/\(name)"))
    }
    try Data().write(to: URL(filePath: "\(directory.path)/run"))
    #expect(try origin("./run") == .inPlace("\(directory.path)/./run"))
  }

  @Test(
    "is a URL of a repository or an archive, or the short form of ssh",
    arguments: [
      (
        "https://example.org/ann/shelf",
        Origin.repository("https://example.org/ann/shelf", ref: nil)
      ),
      (
        "https://example.org/ann/shelf@v1.2",
        .repository("https://example.org/ann/shelf", ref: "v1.2")
      ),
      ("ssh://git@example.org/ann", .repository("ssh://git@example.org/ann", ref: nil)),
      ("ssh://git@example.org/ann@main", .repository("ssh://git@example.org/ann", ref: "main")),
      ("file:///a/b@main", .repository("file:///a/b", ref: "main")),
      ("git@example.org:ann/shelf", .repository("git@example.org:ann/shelf", ref: nil)),
      ("git@example.org:ann/shelf@v1", .repository("git@example.org:ann/shelf", ref: "v1")),
      ("https://example.org/a.tar.gz", .archive("https://example.org/a.tar.gz")),
    ]
  )
  func remote(_ text: String, _ expected: Origin) throws {
    #expect(try origin(text) == expected)
    // It is stored as a text.
    #expect(try Origin("\(expected)", in: "/") == expected)
  }

  @Test(
    "is refused without encryption, without a name of a version, and if it does not exist",
    arguments: [
      ("http://example.org/a", "\"http://example.org/a\" has no https URL."),
      ("ftp://example.org/a.zip", "\"ftp://example.org/a.zip\" has no https URL."),
      ("file:///tmp/a.zip", "\"file:///tmp/a.zip\" has no https URL."),
      ("ssh://example.org/a.zip", "\"ssh://example.org/a.zip\" has no https URL."),
      ("https://example.org/a@-x", "\"-x\" cannot be a branch, tag, commit or version."),
      ("shelf@", "\"\" cannot be a branch, tag, commit or version."),
      ("none.tar.gz", "\"none.tar.gz\" does not exist."), ("./none", "\"./none\" does not exist."),
      ("./none@main", "\"./none@main\" does not exist."),
    ]
  )
  func refused(_ text: String, _ message: String) throws {
    #expect(try failure { _ = try origin(text) }?.message == message)
  }

  @Test("that is used in place has no versions")
  func inPlace() throws {
    let home = try InstallHome()
    let found = try failure { _ = try home.fetch(.inPlace("/a/b")) }
    #expect(found == InstallFailure("/a/b is not an archive.", "Add it again."))
  }
}

@Suite("A version that an origin has")
struct AvailableVersionTests {
  private func installed(_ version: String, commit: String? = nil, sha256: String = "a")
    -> InstalledProviders.Version
  {
    .init(directory: "\(version)-1", version: version, commit: commit, sha256: sha256)
  }

  @Test("of a repository is named by its tag, and is an update if it is another commit")
  func commits() throws {
    func available(_ name: String) -> AvailableVersion {
      .init(source: "", code: .commit(.init(commit: "0123456789abcdef", name: name), of: "/a"))
    }
    #expect(available("refs/tags/v1.2").name == "1.2")
    #expect(available("refs/tags/nightly").name == "commit 0123456789ab")
    #expect(available("refs/heads/main").name == "commit 0123456789ab")
    #expect(available("HEAD").isUpdate(of: installed("2.0", commit: "f")))
    #expect(!available("HEAD").isUpdate(of: installed("1.0", commit: "0123456789abcdef")))
  }

  @Test("of an archive is known when it was fetched")
  func archives() {
    let available = AvailableVersion(source: "", code: .archive("/a.zip"))
    #expect(available.name == nil && available.isUpdate(of: installed("1.0")))
  }

  @Test("of an index is an update if it is newer, or what is installed was revoked")
  func listed() throws {
    let home = try InstallHome()
    let indexes = try home.indexes(
      """
      {"id": "shelf", "name": "Shelf", "versions": [
        {"version": "1.9", "archive": "a.zip", "sha256": "\(String(repeating: "b", count: 64))"}]}
      """
    )
    let shelf = try #require(ProviderID(rawValue: "shelf"))
    let available = try Origin.listed(shelf, version: nil).newest(in: indexes, home.context)
    #expect(available.name == "1.9")
    #expect(available.isUpdate(of: installed("1.8")))
    #expect(!available.isUpdate(of: installed("1.10")))
    #expect(!available.isUpdate(of: installed("1.9", sha256: "c")), "of the same name")
    var revoked = installed("1.10")
    revoked.revoked = "It fails."
    #expect(available.isUpdate(of: revoked))
    revoked.sha256 = String(repeating: "b", count: 64)
    #expect(!available.isUpdate(of: revoked), "it is the same")
  }
}
