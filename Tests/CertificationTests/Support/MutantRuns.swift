import TestKit

/// Certifies mutants, starting several ahead, so that sequential tests do not wait.
actor MutantRuns {
  static let shared = MutantRuns()

  private static let ahead = 8
  private var runs: [Int: Task<CertifyRun, any Error>] = [:]

  /// Returns the certification of a mutant.
  func run(of mutant: Mutant) async throws -> CertifyRun {
    let index = Mutant.all.firstIndex { $0.testDescription == mutant.testDescription } ?? 0
    for index in index..<min(index + MutantRuns.ahead, Mutant.all.count) where runs[index] == nil {
      let mutant = Mutant.all[index]
      runs[index] = Task { try await mutant.certified() }
    }
    guard let run = runs[index] else { return try await mutant.certified() }
    return try await run.value
  }
}

extension Mutant {
  /// Certifies it with its own suite and all fast suites.
  @concurrent
  func certified() async throws -> CertifyRun {
    let directory = try TestDirectory()
    try write(into: directory)
    let own = String(check.prefix { $0 != "." })
    return try await CertifyRun.of(
      manifest: directory.path,
      upstream: "MUSICBUS_ITUNES_URL",
      options: Mutant.suites(with: own).flatMap { ["--suite", $0] }
    )
  }
}
