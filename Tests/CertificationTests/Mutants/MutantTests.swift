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

  @Test("each fails its check and no other")
  func caught() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, mutant) in Mutant.all.enumerated() {
        if index >= MutantTests.runsAtOnce { try await group.next() }
        group.addTask { try await MutantTests.expectCaught(mutant) }
      }
      try await group.waitForAll()
    }
  }

  private static func expectCaught(_ mutant: Mutant) async throws {
    let folder = try TemporaryFolder()
    try mutant.write(into: folder)
    let run = try await CertifyRun.of(
      manifest: folder.path,
      upstream: "MUSICBUS_ITUNES_URL",
      options: suites(for: mutant).flatMap { ["--suite", $0] }
    )
    #expect(run.failed.map(\.check) == [mutant.check], "\(mutant): \(run.account)")
    #expect(run.status == 1, "\(mutant)")
  }

  @Test("there is one for each check")
  func complete() {
    let caught = Set(Mutant.all.map(\.check))
    for check in CheckTable.all where !MutantTests.unharmed.contains(check.id) {
      #expect(caught.contains(check.id), "\(check.id)")
    }
  }

  /// All, but those that take long where they have nothing to do with the fault.
  private static func suites(for mutant: Mutant) -> [String] {
    let own = mutant.check.prefix { $0 != "." }
    return CheckTable.suites.filter { !["lifecycle", "soak"].contains($0) || $0 == own }
  }
}
