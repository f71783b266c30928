import TestKit
import Testing

@Suite("The invariants of the simulator", .serialized)
struct MutationTests {
  @Test("have at least fifteen mutations")
  func enough() { #expect(Mutation.all.count >= 15) }

  @Test("have mutations of existing lines", arguments: Mutation.all)
  func fits(_ mutation: Mutation) throws {
    #expect(try !mutation.apply(to: MutatedSimulator.sources("Sources/Hub/HubCore")).text.isEmpty)
  }

  @Test(
    "kill a mutant within 10,000 seeds",
    .enabled(if: LongRun.isOn, "each mutant is compiled"),
    arguments: Mutation.all
  )
  func killed(_ mutation: Mutation) throws {
    let directory = try TestDirectory()
    let simulator = try MutatedSimulator(mutation, in: directory.path)
    // One at a time, so that the same seed kills it in every run.
    let seeds = ["--seeds", "10000", "--from", "\(mutation.firstSeed)"]
    let run = try simulate(seeds + ["--jobs", "1"], simulator.path)
    #expect(run.status == 1, "\(mutation.breaks): \(run.output)")
    withExtendedLifetime(directory) {}
    print("\(mutation.breaks): \(run.lines.prefix(2).joined(separator: " "))")
  }
}
