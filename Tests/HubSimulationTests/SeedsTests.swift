import Foundation
import HubSimulation
import TestKit
import Testing

@Suite("The simulated hub", .serialized)
struct SeedsTests {
  /// In a long run a million.
  private static let count: UInt64 =
    ProcessInfo.processInfo.environment["MUSICBUS_LONG"] == "1" ? 1_000_000 : 10_000

  @Test("violates no invariant, whatever the seed")
  func seeds() async {
    let report = await Campaign(seeds: 0..<SeedsTests.count, jobs: 2).run()
    #expect(report.failures.isEmpty)
    #expect(report.failures.isEmpty == (report.schedules == SeedsTests.count))
  }

  @Test("behaves equally in every process for the same seeds")
  func repeatable() throws {
    let runs = try (0..<2).map { _ in try simulate(["--seeds", "300", "--digest"]) }
    for run in runs { #expect(run.status == 0, "\(run.output)") }
    let digests = runs.map { $0.lines.filter { $0.hasPrefix("Digest of all actions") } }
    #expect(digests[0].count == 1)
    #expect(digests[0] == digests[1])
  }

  @Test("posts every effect")
  func effects() async throws {
    var campaign = Campaign(seeds: 0..<2_000, jobs: 2)
    campaign.recordsEffects = true
    let posted = await campaign.run().effects
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
