import BusProtocol
import Testing

@Suite("Versions of providers")
struct ReleaseVersionTests {
  @Test("are in the order of Semantic Versioning")
  func order() throws {
    let names = [
      "0.9", "1.0-alpha", "1.0-alpha.1", "1.0-alpha.beta", "1.0-beta.2", "1.0-beta.11", "1.0-rc.1",
      "1.0.0", "1.0.1", "v1.9", "1.10+build.7", "2",
    ]
    let versions = try names.map { try #require(ReleaseVersion($0)) }
    for (index, version) in versions.enumerated() {
      for (other, later) in versions.enumerated() {
        #expect((version < later) == (index < other), "\(names[index]) and \(names[other])")
      }
    }
    #expect(ReleaseVersion("1.0") == ReleaseVersion("v1.0.0"))
  }

  @Test(
    "are numbers with dots between them",
    arguments: ["", "v", "main", "1..2", "1.x", "-1", "1.-2", "٣"]
  )
  func others(_ name: String) {
    #expect(ReleaseVersion(name) == nil)
  }

  @Test(
    "are parts of file names",
    arguments: ["", ".", "..", "../1", "a/b", "-1", "1 2", String(repeating: "1", count: 65)]
  )
  func names(_ name: String) {
    #expect(!ReleaseVersion.isName(name))
  }
}
