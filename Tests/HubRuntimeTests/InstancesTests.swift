import BusProtocol
import Foundation
import HostKit
import HubCore
import MusicModel
import TestKit
import Testing

@testable import HubRuntime

/// Further instances of providers, as files that anybody may have written by hand.
@Suite("Instances among the user's manifests")
struct InstancesTests {
  private let directory: TestDirectory
  private let paths: HubPaths

  init() throws {
    directory = try TestDirectory()
    paths = try HubPaths(environment: ["MUSICBUS_HOME": directory.path])
    try paths.prepare()
    try HubPaths.makeDirectory(paths.providers)
    try ExecutableText.write("#!/bin/sh\n", to: "\(directory.path)/musicbus-provider-lines")
    for id in ["shelf", "desk"] {
      try write(
        """
        {"id": "\(id)", "executable": "/bin/true", "lines": 1, "methods": ["artists.search"]}
        """,
        to: id
      )
    }
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(paths.providers)/\(name).json"))
  }

  private func add(_ id: String, of provider: String) throws {
    try write(#"{"id": "\#(id)", "instanceOf": "\#(provider)"}"#, to: id)
  }

  private var scan: ManifestScanner {
    ManifestScanner(directories: [], paths: paths, hubDirectory: directory.path)
  }

  @Test("of one id have another origin if they are of another provider")
  func origins() throws {
    try add("cellar", of: "shelf")
    let first = scan.found
    let old = try #require(first.first { $0.manifest.id.rawValue == "cellar" })
    #expect(old.origin.hasPrefix("instance of shelf: "))
    #expect(old.origin.hasSuffix(first.first { $0.manifest.id.rawValue == "shelf" }?.origin ?? "?"))
    #expect(scan.found.contains { $0.origin == old.origin && $0.sinceMs == 0 })
    try add("cellar", of: "desk")
    let new = try #require(scan.found.first { $0.manifest.id.rawValue == "cellar" })
    #expect(new.origin.hasPrefix("instance of desk: "))
    // So that it gets no cached replies of the first one.
    #expect(new.sinceMs > 0)
  }

  @Test(
    "have no reserved or too long id",
    arguments: [
      ("library", "is the hub's own library; choose another id."),
      ("index", "is the list of indexes; choose another id."),
      (String(repeating: "a", count: 41), "is too long; choose an id of up to 40 characters."),
    ]
  )
  func unusable(_ id: String, _ problem: String) throws {
    try add(id, of: "shelf")
    #expect(scan.found.map(\.manifest.id.rawValue).sorted() == ["desk", "shelf"])
    #expect(scan.problems.map(\.message) == ["\"\(id)\" \(problem)"])
  }
}
