import Certification
import TestKit
import Testing

@Suite(
  "Mutants of the Full example",
  .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
  .timeLimit(.minutes(10))
)
struct MutantTests {
  /// Checks without a mutant.
  static let withoutMutant: Set = [
    // The example sends no such messages.
    "wire.part", "wire.bye",
  ]

  private static let runs = ConcurrentJobs(count: Mutant.certified.count) {
    try await Mutant.certified[$0].certified()
  }

  @Test("each fail exactly one check", arguments: Mutant.certified.indices)
  func caught(_ number: Int) async throws {
    let mutant = Mutant.certified[number]
    let run = try await MutantTests.runs.result(number)
    #expect(
      (run.failed + run.undecided).map(\.check).filter { !mutant.checksIfLate.contains($0) }
        == [mutant.check],
      "\(mutant): \(run.account)"
    )
    #expect(run.status == (run.failed.isEmpty ? 2 : 1))
  }

  @Test("exclude a provider that pauses after a bye")
  func pausing() async throws {
    let run = try await Mutant.pausing.certified()
    #expect(run.status == 0, "\(run.account)")
    #expect(run.passed.map(\.check).contains("lifecycle.bye"))
  }

  @Test("exclude a provider whose requests leave after the deadline of a short call")
  func late() async throws {
    let run = try await Mutant.late.certified()
    #expect(run.status == 0, "\(run.account)")
    #expect(run.passed.map(\.check).contains("deadline.request"))
  }

  @Test("each still apply to the example", arguments: Mutant.all.indices)
  func fits(_ number: Int) throws { try Mutant.all[number].write(into: TestDirectory()) }

  @Test("exist for every check")
  func complete() {
    let caught = Set(Mutant.all.map(\.check))
    for check in CheckTable.all where !MutantTests.withoutMutant.contains(check.id) {
      #expect(caught.contains(check.id), "\(check.id)")
    }
  }
}
