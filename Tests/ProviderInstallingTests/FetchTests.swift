import BusProtocol
import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

@testable import ProviderInstalling

@Suite("The manifest of a publisher")
struct PublishedManifestTests {
  private func manifest(_ members: String) throws -> PublishedManifest {
    try JSONCodec.decode(
      from: Array(#"{"id": "shelf", "executable": "./run", "methods": []\#(members)}"#.utf8)
    )
  }

  @Test("says what a provider contacts, as far as it says anything")
  func contacts() throws {
    #expect(try manifest("").contacts == nil)
    #expect(try manifest(#", "hosts": []"#).contacts == [])
    let upstreams = #"[{"url": "https://a.example.org:8443/x"}, {"url": "{server}"}]"#
    #expect(
      try manifest(#", "upstreams": \#(upstreams), "hosts": ["b.example.org"]"#).contacts
        == ["a.example.org", "your own server (the setting \"server\")", "b.example.org"]
    )
  }

  @Test("speaks the first version of the protocol unless it names others")
  func speaks() throws {
    #expect(try manifest("").speaks == VersionRange(min: .init(major: 1, minor: 0), max: .current))
    let named = try manifest(#", "protocol": {"min": "1.0", "max": "1.3"}"#).speaks
    #expect(named.max == ProtocolVersion(major: 1, minor: 3))
  }

  @Test(
    "is refused if the hub or a user could not read it",
    arguments: ["name", "level", "version"]
  )
  func invalid(_ member: String) throws {
    #expect(throws: (any Error).self) { try manifest(#", "\#(member)": [7]"#) }
    #expect(throws: (any Error).self) {
      try JSONCodec.decode(PublishedManifest.self, from: Array(#"{"name": "Shelf"}"#.utf8))
    }
  }
}

@Suite(
  "A git repository",
  .enabled(if: ProviderPackage.hasTools, "needs libarchive-tools, curl, git, minisign, openssl"),
  .timeLimit(.minutes(5))
)
struct GitRepositoryTests {
  private let home: InstallHome
  private let package: ProviderPackage

  init() throws {
    home = try InstallHome()
    package = try ProviderPackage(in: home.path)
  }

  private func fetch(_ ref: String?) throws -> InstalledProviders.Version {
    try home.fetch(.repository("file://\(package.path)", ref: ref)).version
  }

  @Test("has the highest final version among its tags, else its default branch")
  func newest() throws {
    #expect(try failure { _ = try fetch(nil) } != nil, "it is none")
    try package.commit()
    #expect(try fetch(nil).version == "1.0")
    for (version, tag) in [("1.9", "v1.9"), ("1.10", "1.10"), ("2.0-rc.1", "v2.0-rc.1")] {
      try package.write(version: version)
      try package.commit(tag: tag)
    }
    #expect(try fetch(nil).version == "1.10")
    #expect(try fetch("v2.0-rc.1").version == "2.0-rc.1")
    #expect(try fetch("main").source == "file://\(package.path)@main")
    let commit = try #require(try fetch("v1.9").commit)
    #expect(try fetch(commit.uppercased()).commit == commit)
    let unknown = try failure { _ = try fetch("nope") }
    #expect(unknown?.message == "file://\(package.path) has no branch or tag \"nope\".")
  }

  @Test("gives its tag as the version of a manifest that has none")
  func taggedVersion() throws {
    let path = "\(package.path)/provider.json"
    try String(contentsOfFile: path, encoding: .utf8).replacing(#""version": "1.0","#, with: "")
      .write(toFile: path, atomically: true, encoding: .utf8)
    try package.commit(tag: "v3.1")
    let tagged = try fetch(nil)
    #expect(tagged.version == "3.1")
    #expect(tagged.directory == "3.1-\(try #require(tagged.commit).prefix(8))")
    #expect(try fetch("main").version == "0")
  }
}

@Suite(
  "An index that is built",
  .enabled(if: ProviderPackage.hasTools, "needs libarchive-tools, curl, git, minisign, openssl"),
  .timeLimit(.minutes(5))
)
struct IndexBuilderTests {
  private let home: InstallHome
  private let package: ProviderPackage
  private var site: String { "\(home.path)/site" }

  init() throws {
    home = try InstallHome()
    package = try ProviderPackage(in: home.path)
  }

  private func build(_ origins: Origin...) throws -> ProviderIndexes {
    let path = try IndexBuilder(home.context, in: site).build(origins)
    return try ProviderIndexes([path], home.context)
  }

  @Test("lists directories as archives and repositories by commit, which can be fetched from it")
  func lists() throws {
    let first = try build(.inPlace(package.path)).search("shelf")
    #expect(first.map(\.release.archive) == ["shelf-1.0.tar.gz"])
    #expect(first.first?.entry.maintainers == ["Ann <ann@example.org>"])
    #expect(first.first?.release.hosts == ["api.example.org"])
    try package.write(version: "1.1")
    try package.commit()
    let indexes = try build(.repository("file://\(package.path)", ref: "main"))
    let second = try #require(indexes.search("shelf").first)
    #expect(second.release.version == "1.1" && second.release.archive == nil)
    #expect(second.entry.source == "file://\(package.path)" && second.entry.versions.count == 2)
    let shelf = second.entry.id
    for version in ["1.0", "1.1"] {
      let origin = Origin.listed(shelf, version: version)
      let fetched = try origin.newest(in: indexes, home.context)
        .fetch(home.context)
      #expect(fetched.version.version == version && fetched.version.index == second.index)
      #expect(fetched.version.source == "shelf@\(version)")
    }
  }

  @Test("leaves a version as it was listed, and has a higher number")
  func again() throws {
    _ = try build(.inPlace(package.path))
    let archive = "\(site)/shelf-1.0.tar.gz"
    let before = try Data(contentsOf: URL(filePath: archive))
    try "more".write(toFile: "\(package.path)/more", atomically: true, encoding: .utf8)
    _ = try build(.inPlace(package.path))
    #expect(try Data(contentsOf: URL(filePath: archive)) == before)
    #expect(home.notes.contains { $0.hasPrefix("shelf 1.0 is listed already") })
    let text = try String(contentsOfFile: "\(site)/index.json", encoding: .utf8)
    #expect(text.contains("\"serial\": 2"))
  }

  @Test("refuses what others could not fetch, and an archive that is not the one that it lists")
  func refused() throws {
    let zip = try package.pack("shelf.zip")
    let local = try failure { _ = try build(.archive(zip)) }
    #expect(local?.message == "\"\(zip)\" cannot be listed.")
    let indexes = try build(.inPlace(package.path))
    let archive = "\(site)/shelf-1.0.tar.gz"
    try FileManager.default.removeItem(atPath: archive)
    try FileManager.default.copyItem(atPath: zip, toPath: archive)
    let listing = try #require(indexes.search("").first)
    let origin = Origin.listed(listing.entry.id, version: nil)
    let tampered = try failure {
      _ = try origin.newest(in: indexes, home.context).fetch(home.context)
    }
    #expect(tampered?.message.hasPrefix("\(archive) is not what the index lists: ") == true)
    #expect(home.installed == [])
  }
}
