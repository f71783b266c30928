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

  @Test("behaves equally in every process for the same seeds")
  func repeatable() throws {
    let runs = try (0..<2).map { _ in try simulate(["--seeds", "100", "--digest"]) }
    for run in runs { #expect(run.status == 0, "\(run.output)") }
    let digests = runs.map { $0.lines.filter { $0.hasPrefix("Digest of all actions") } }
    #expect(digests[0].count == 1)
    #expect(digests[0] == digests[1])
  }

  @Test("posts every effect")
  func effects() async throws {
    let posted = await SeedsTests.campaign.value.effects
    let text = try PackageRoot.text("Sources/Hub/HubCore/Interface/Effect.swift")
    let names = text.split(separator: "\n").filter { $0.hasPrefix("  case ") }.map { line in
      String(line.dropFirst(7).prefix { $0.isLetter })
    }
    #expect(names.count > 20)
    let missing = names.filter { !posted.contains($0) }
    #expect(missing.isEmpty, "never posted: \(missing)")
  }

  @Test("behaves differently for other seeds")
  func different() async {
    func digest(_ seeds: Range<UInt64>) async -> UInt64 {
      var campaign = Campaign(seeds: seeds, jobs: 2)
      campaign.takesDigest = true
      return await campaign.run().digest
    }
    let digests = await [digest(0..<20), digest(20..<40)]
    #expect(digests[0] != digests[1])
  }
}
