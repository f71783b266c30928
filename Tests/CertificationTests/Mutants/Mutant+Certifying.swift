import TestKit

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
