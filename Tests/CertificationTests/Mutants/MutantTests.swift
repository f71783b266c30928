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

  @Test("each fail exactly one check", arguments: Mutant.all)
  func caught(_ mutant: Mutant) async throws {
    let run = try await MutantRuns.shared.run(of: mutant)
    #expect((run.failed + run.undecided).map(\.check) == [mutant.check], "\(run.account)")
    #expect(run.status == (run.failed.isEmpty ? 2 : 1))
  }

  @Test("exclude a provider that pauses after a bye")
  func pausing() async throws {
    let run = try await Mutant.pausing.certified()
    #expect(run.status == 0, "\(run.account)")
    #expect(run.passed.map(\.check).contains("lifecycle.bye"))
  }

  @Test("exist for every check")
  func complete() {
    let caught = Set(Mutant.all.map(\.check))
    for check in CheckTable.all where !MutantTests.withoutMutant.contains(check.id) {
      #expect(caught.contains(check.id), "\(check.id)")
    }
  }
}
