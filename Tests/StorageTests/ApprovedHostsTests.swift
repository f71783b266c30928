import Foundation
import Storage
import TestKit
import Testing

@Suite("Approved hosts on disk")
struct ApprovedHostsTests {
  private let directory: TestDirectory
  private let path: String

  init() throws {
    directory = try TestDirectory()
    path = "\(directory.path)/data/approved-hosts.json"
  }

  private var hosts: ApprovedHosts { ApprovedHosts(at: path) }

  @Test("are kept by manifest until they are replaced or removed")
  func kept() throws {
    #expect(try hosts.read() == [:])
    try hosts.set(["one.org", "two.org"], for: ["/a/provider.json"])
    try hosts.set(["one.org"], for: ["/b/provider.json"])
    try hosts.set(["three.org"], for: ["/a/provider.json"])
    #expect(
      try hosts.read() == ["/a/provider.json": ["three.org"], "/b/provider.json": ["one.org"]]
    )
    try hosts.set(nil, for: ["/a/provider.json", "/c/provider.json"])
    #expect(try hosts.read() == ["/b/provider.json": ["one.org"]])
  }

  @Test("that cannot be read are reported, and replaced by the next approval")
  func corrupt() throws {
    try hosts.set(["one.org"], for: ["/a/provider.json"])
    try "[7]".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: (any Error).self) { try hosts.read() }
    try hosts.set(["two.org"], for: ["/b/provider.json"])
    #expect(try hosts.read() == ["/b/provider.json": ["two.org"]])
  }
}
