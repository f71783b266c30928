import HubSimulation
import TestKit
import Testing

@Suite("The simulated hub", .serialized)
struct SeedsTests {
  /// The long run simulates other seeds each time.
  private static let seeds: Range<UInt64> = {
    let first = LongRun.pick(0, long: UInt64.random(in: 0..<1_000_000_000))
    return first..<first + LongRun.pick(500, long: 100_000)
  }()

  /// The campaign of all tests that need many schedules.
  private static let campaign = Task {
    var campaign = Campaign(seeds: seeds, jobs: 2)
    campaign.recordsEffects = true
    return await campaign.run()
  }

  @Test("violates no invariant, whatever the seed")
  func seeds() async {
    print("Seeds \(SeedsTests.seeds)")
    let report = await SeedsTests.campaign.value
    #expect(report.failures.isEmpty)
    #expect(report.failures.isEmpty == (report.schedules == SeedsTests.seeds.count))
  }

  @Test("behaves equally in every process for the same seed", arguments: 40..<60 as Range<UInt64>)
  func repeatable(_ seed: UInt64) throws {
    let run = try simulate(["--seed", "\(seed)", "--trace"])
    #expect(run.status == 0)
    let trace = Simulation.trace(of: Script(seed: seed)).joined(separator: "\n")
    #expect(run.output.utf8.starts(with: "\(trace)\n".utf8))
  }

  @Test("posts every effect")
  func effects() async throws {
    let posted = await SeedsTests.campaign.value.effects
    let text = try PackageRoot.text("Sources/Hub/HubCore/Interface/Effect.swift")
    let names = text.split(separator: "\n").filter { $0.hasPrefix("  case ") }.map { line in
      String(line.dropFirst(7).prefix { $0.isLetter })
    }
    #expect(names.count > 10)
    let missing = names.filter { !posted.contains($0) }
    #expect(missing.isEmpty, "never posted: \(missing)")
  }

  @Test("behaves differently for other seeds")
  func different() {
    let traces = (0..<20 as Range<UInt64>).map { Simulation.trace(of: Script(seed: $0)) }
    #expect(Set(traces).count == traces.count)
  }
}
