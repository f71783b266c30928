import HubCore
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

  /// Those of schedules with transitions that most do not have.
  private static let rareSeeds: [UInt64] = [715, 791, 841, 1632, 2019]

  /// Transitions through which `LinkingTests` takes a call.
  private static let walkedByOthers: Set = ["linking → querying", "ended → starting"]

  /// The campaign of all tests that need many schedules.
  private static let campaign = Task {
    var campaign = Campaign(seeds: seeds, jobs: 2)
    campaign.recordsTransitions = true
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

  @Test(
    "takes calls and branches through every transition that is drawn, and through no other",
    arguments: [("ClientCall", "ClientCall", "Phase"), ("FanOutBranch", "FanOutBranch", "State")]
  )
  func transitions(_ machine: String, _ file: String, _ type: String) async throws {
    var seen = await SeedsTests.campaign.value.transitions
    for seed in SeedsTests.rareSeeds {
      var campaign = Campaign(seeds: seed..<seed + 1, jobs: 1)
      campaign.recordsTransitions = true
      seen.formUnion(await campaign.run().transitions)
    }
    let text = try PackageRoot.text("Sources/Hub/HubCore/ClientCalls/\(file).swift")
    let drawn = Drawing.transitions(of: type, in: text)
    let walked = Set(
      seen.filter { $0.machine == machine }.map { "\($0.from) → \($0.to)" }
    )
    let left = drawn.subtracting(walked).subtracting(SeedsTests.walkedByOthers)
    #expect(left.sorted() == [], "never walked")
    #expect(walked.subtracting(drawn).sorted() == [], "not drawn")
  }

  @Test("behaves differently for other seeds")
  func different() {
    let traces = (0..<20 as Range<UInt64>).map { Simulation.trace(of: Script(seed: $0)) }
    #expect(Set(traces).count == traces.count)
  }
}

/// The transitions that the comments of an enum's cases state: "→ this, that" above a case.
private enum Drawing {
  static func transitions(of type: String, in text: String) -> Set<String> {
    var drawn: Set<String> = []
    var targets: [Substring] = []
    let lines = text.split(separator: "\n").drop { !$0.contains("enum \(type):") }
    for line in lines.prefix(while: { $0 != "  }" }) {
      if line.contains("///") {
        guard let list = line.split(separator: "→").dropFirst().first else { continue }
        targets = list.split { !$0.isLetter }
      } else if let name = line.split(separator: "case ").last?.prefix(while: \.isLetter),
        line.contains("case ")
      {
        for target in targets { drawn.insert("\(name) → \(target)") }
        targets = []
      }
    }
    return drawn
  }
}
