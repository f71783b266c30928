import HubSimulation
import TestKit
import Testing

/// Shrunk schedules that once violated an invariant. `musicbus-simulate` prints a script
/// when it finds a violation; it is stored here as a file.
@Suite("Scripts of former failures")
struct ScriptsTests {
  static let directory = "Tests/HubSimulationTests/Scripts"
  static let names: [String] = (try? PackageRoot.names(in: directory)) ?? []

  @Test("exist")
  func found() { #expect(!ScriptsTests.names.isEmpty) }

  @Test("no longer violate an invariant", arguments: names)
  func replay(_ name: String) throws {
    let script = try Script(text: PackageRoot.text("\(ScriptsTests.directory)/\(name)"))
    #expect(script.shows != nil)
    #expect(Simulation.run(script) == nil)
  }

  @Test("are encoded as they are stored", arguments: names)
  func text(_ name: String) throws {
    let text = try PackageRoot.text("\(ScriptsTests.directory)/\(name)")
    #expect(try Script(text: text).text == text)
  }
}
