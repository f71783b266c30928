import TestKit

extension Mutant {
  /// Certifies it with the suite of its check and the one whose messages show the bug. The long run
  /// adds all other suites but slow ones.
  @concurrent
  func certified() async throws -> CertifyRun {
    let directory = try TestDirectory()
    try write(into: directory)
    let own = String(check.prefix { $0 != "." })
    let suites = LongRun.pick([own, suite].compactMap(\.self), long: Mutant.suites(with: own))
    return try await CertifyRun.of(
      manifest: directory.path,
      upstream: "MUSICBUS_ITUNES_URL",
      options: suites.flatMap { ["--suite", $0] } + ["--config", #"{"apiKey": "planted5ecret"}"#]
    )
  }
}
