import TestKit
import Testing

@Suite("musicbus-simulate")
struct CommandTests {
  @Test("prints its speed, and that no invariant was violated")
  func seeds() throws {
    let run = try simulate(["--seeds", "30", "--from", "7"])
    #expect(run.status == 0)
    #expect(run.lines.first?.hasPrefix("30 schedules in ") == true)
    #expect(run.lines.last == "No invariant was violated.")
  }

  @Test("prints the trace of one seed")
  func trace() throws {
    let run = try simulate(["--seed", "7", "--trace"])
    #expect(run.status == 0)
    #expect(run.lines.contains { $0.hasSuffix("the hub is to stop") })
    #expect(run.lines.last == "Seed 7: no invariant was violated.")
  }

  @Test("replays a script")
  func script() throws {
    let name = try #require(ScriptsTests.names.first)
    let path = PackageRoot.path("\(ScriptsTests.directory)/\(name)")
    #expect(try simulate(["--script", path]).status == 0)
  }

  @Test(
    "rejects an invalid command line",
    arguments: [["--seeds"], ["--seeds", "many"], ["--sead", "1"], ["7"]]
  )
  func wrongUse(_ arguments: [String]) throws {
    let run = try simulate(arguments)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("musicbus-simulate: "))
    #expect(run.errors.hasSuffix("Run \"musicbus-simulate --help\" for help.\n"))
  }

  @Test("prints its usage")
  func help() throws {
    let run = try simulate(["--help"])
    #expect(run.status == 0)
    #expect(run.output.contains("musicbus-simulate [OPTION]…"))
  }

  @Test("reports why a script cannot be read")
  func noScript() throws {
    let run = try simulate(["--script", "/nowhere.json"])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("musicbus-simulate: "))
  }
}
