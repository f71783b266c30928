import Foundation
import HostKit
import HubCore
import TestKit
import Testing

@testable import HubRuntime

@Suite("Variables that a manifest names")
struct ManifestVariablesTests {
  @Test("are reported if the hub does not have them")
  func missing() throws {
    let directory = try TestDirectory()
    let paths = try HubPaths(environment: ["MUSICBUS_HOME": directory.path])
    try paths.prepare()
    try FileManager.default.createDirectory(
      atPath: paths.providers,
      withIntermediateDirectories: true
    )
    let manifest = """
      {"id": "keyed", "executable": "/bin/true", "methods": ["artists.search"],
       "environment": ["KEYED_TOKEN", "KEYED_HOST", "MUSICBUS_KEYED_URL"]}
      """
    let path = "\(paths.providers)/keyed.json"
    try Data(manifest.utf8).write(to: URL(filePath: path))
    func problems(_ environment: Environment) -> [String] {
      ProviderRegistry(
        directories: [],
        paths: paths,
        hubDirectory: directory.path,
        environment: environment
      ).listing.problems.map(\.sentence)
    }
    #expect(
      problems(["KEYED_HOST": ""]) == [
        "The manifest \(path): The hub has no environment variable KEYED_TOKEN. Set it, then restart the hub: "
          + "musicbus hub restart"
      ]
    )
    #expect(problems(["KEYED_HOST": "h", "KEYED_TOKEN": "t"]) == [])
  }
}
