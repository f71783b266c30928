import Foundation
import HostKit
import TestKit
import Testing

@Suite("The origins of providers on disk")
struct ProviderOriginsTests {
  private let directory: TestDirectory
  private let path: String

  init() throws {
    directory = try TestDirectory()
    path = "\(directory.path)/data/provider-origins.json"
  }

  private var origins: ProviderOrigins { ProviderOrigins(at: path) }

  @Test("tell since when an id has meant code from another place")
  func times() throws {
    #expect(
      try origins.note(["shelf": "/a", "desk": "bundled"], at: 100) == ["shelf": 0, "desk": 0]
    )
    #expect(try origins.note(["shelf": "/a"], at: 200) == ["shelf": 0])
    // Also if it was removed in between.
    #expect(try origins.note([:], at: 300) == [:])
    #expect(try origins.note(["shelf": "bundled"], at: 400) == ["shelf": 400])
    #expect(try origins.note(["shelf": "bundled", "desk": "bundled"], at: 500)["desk"] == 0)
    #expect(try origins.note(["shelf": "/a"], at: 600) == ["shelf": 600])
  }

  @Test("give settings to the first that has some, until they are released")
  func settings() throws {
    #expect(try origins.claimSettings(of: "shelf", for: "/a") == "/a")
    _ = try origins.note(["shelf": "/b"], at: 100)
    #expect(try origins.claimSettings(of: "shelf", for: "/b") == "/a")
    #expect(try origins.claimSettings(of: "desk", for: "/b") == "/b")
    try origins.releaseSettings(of: "shelf")
    #expect(try origins.claimSettings(of: "shelf", for: "/b") == "/b")
    try origins.releaseSettings(of: "nothing")
    #expect(try origins.read().keys.sorted() == ["desk", "shelf"])
  }

  @Test("of instances differ by the provider, and by where that comes from")
  func instances() throws {
    let old = ProviderOrigins.instance(of: "jellyfin", from: ProviderOrigins.bundled)
    let new = ProviderOrigins.instance(of: "opensubsonic", from: ProviderOrigins.bundled)
    #expect(ProviderOrigins.name(old) == "the instance of jellyfin, the bundled one")
    #expect(
      ProviderOrigins.name(
        ProviderOrigins.instance(of: "shelf", from: "git@forge.example:ann/shelf")
      )
        == "the instance of shelf, the one from git@forge.example:ann/shelf"
    )
    #expect(try origins.claimSettings(of: "attic", for: old) == old)
    #expect(try origins.note(["attic": old], at: 100) == ["attic": 0])
    #expect(try origins.claimSettings(of: "attic", for: new) == old)
    #expect(try origins.note(["attic": new], at: 200) == ["attic": 200])
  }

  @Test("are at most 1,000, and those of providers that there are stay")
  func bound() throws {
    let many = Dictionary(uniqueKeysWithValues: (1...1_000).map { ("p\($0)", "/old") })
    _ = try origins.note(many, at: 100)
    _ = try origins.note(["shelf": "/a", "p7": "/new"], at: 200)
    let left = try origins.read()
    #expect(left.count == 1_000)
    #expect(left["shelf"]?.origin == "/a" && left["p7"]?.sinceMs == 200)
  }

  @Test("that cannot be read are replaced")
  func corrupt() throws {
    _ = try origins.note(["shelf": "/a"], at: 100)
    try "{".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: (any Error).self) { try origins.read() }
    #expect(try origins.note(["shelf": "/b"], at: 200) == ["shelf": 0])
  }
}
