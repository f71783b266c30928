import TestKit

/// The certifications of mutants, begun a few ahead of the one that is asked for: also where tests
/// run one after the other, they do not wait for each other.
actor MutantRuns {
  static let shared = MutantRuns()

  private static let ahead = 8
  private var runs: [Int: Task<CertifyRun, any Error>] = [:]

  /// What was found in a mutant of the table.
  func run(of mutant: Mutant) async throws -> CertifyRun {
    let place = Mutant.all.firstIndex { $0.testDescription == mutant.testDescription } ?? 0
    for place in place..<min(place + MutantRuns.ahead, Mutant.all.count) where runs[place] == nil {
      let mutant = Mutant.all[place]
      runs[place] = Task { try await mutant.certified() }
    }
    guard let run = runs[place] else { return try await mutant.certified() }
    return try await run.value
  }
}

extension Mutant {
  /// Has it certified by all suites but those that take long where they have nothing to do with its
  /// fault.
  @concurrent
  func certified() async throws -> CertifyRun {
    let folder = try TemporaryFolder()
    try write(into: folder)
    let own = String(check.prefix { $0 != "." })
    return try await CertifyRun.of(
      manifest: folder.path,
      upstream: "MUSICBUS_ITUNES_URL",
      options: Mutant.suites(with: own).flatMap { ["--suite", $0] }
    )
  }
}
