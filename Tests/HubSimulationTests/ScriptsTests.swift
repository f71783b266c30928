import HubSimulation
import TestKit
import Testing

/// Schedules that once broke a rule, as short as they could be made. `musicbus-simulate` prints one
/// where it finds one; what it prints becomes a file here.
@Suite("Scripts of former failures")
struct ScriptsTests {
  static let directory = "Tests/HubSimulationTests/Scripts"
  static let names: [String] = (try? PackageRoot.names(in: directory)) ?? []

  @Test("are there")
  func found() { #expect(!ScriptsTests.names.isEmpty) }

  @Test("break no rule any more", arguments: names)
  func replay(_ name: String) throws {
    let script = try Script(text: PackageRoot.text("\(ScriptsTests.directory)/\(name)"))
    #expect(script.shows != nil)
    #expect(Simulation.run(script) == nil)
  }

  @Test("are told as they are kept", arguments: names)
  func text(_ name: String) throws {
    let text = try PackageRoot.text("\(ScriptsTests.directory)/\(name)")
    #expect(try Script(text: text).text == text)
  }
}
