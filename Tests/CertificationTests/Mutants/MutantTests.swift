import Certification
import TestKit
import Testing

@Suite(
  "Mutants of the Full example",
  .enabled(if: Program.pythonHas("zmq"), "needs python3-zmq"),
  .timeLimit(.minutes(10))
)
struct MutantTests {
  /// What the table says without being checked by a mutant, and why.
  static let unharmed: Set = [
    // Its messages are never sent by the example, in Python or elsewhere.
    "wire.part", "wire.bye",
  ]

  /// A run mostly waits, so that several fit beside each other.
  static let runsAtOnce = 6

  @Test("each fails its check and no other", arguments: Mutant.all)
  func caught(_ mutant: Mutant) async throws {
    let run = try await MutantRuns.shared.run(of: mutant)
    #expect(run.failed.map(\.check) == [mutant.check], "\(run.account)")
    #expect(run.status == 1)
  }

  @Test("a provider that pauses before it says hello again after a bye is none")
  func pausing() async throws {
    let run = try await Mutant.pausing.certified()
    #expect(run.status == 0, "\(run.account)")
    #expect(run.passed.map(\.check).contains("lifecycle.bye"))
  }

  @Test("there is one for each check")
  func complete() {
    let caught = Set(Mutant.all.map(\.check))
    for check in CheckTable.all where !MutantTests.unharmed.contains(check.id) {
      #expect(caught.contains(check.id), "\(check.id)")
    }
  }
}
