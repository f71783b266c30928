import MusicModel
import Testing

@testable import Certification

@Suite("The report")
struct ReportTests {
  private let report: Report

  init() throws {
    let checks = CheckTable.all
    let declared = DeclaredProvider([
      "id": "shelf", "version": "1.0", "level": "full", "inflight": 3, "methods": [:],
    ])
    report = Report(
      provider: ProviderUnderTest("/opt/shelf", ["--fast"], environment: [:]),
      declared: declared,
      results: [
        CheckResult(check: checks[0], outcome: .passed, elapsedMs: 12),
        CheckResult(
          check: checks[1],
          outcome: .failed(["It said <\"no\"> & left.\u{7}"]),
          elapsedMs: 1005
        ),
        CheckResult(check: checks[2], outcome: .skipped("It has no manifest."), elapsedMs: 0),
      ],
      elapsedMs: 1234
    )
  }

  @Test("lists failed checks with requirement and fix")
  func text() {
    let text = report.text()
    #expect(text.hasPrefix("shelf 1.0 (Full, 3 concurrent calls): /opt/shelf --fast\n"))
    #expect(text.contains("  lifecycle  1 of 3 passed; failed: lifecycle.token"))
    #expect(text.contains("FAILED  lifecycle.token  [MB-035]"))
    #expect(text.contains("  - It said <\"no\"> & left."))
    #expect(text.contains("  Fix: Copy \"token\""))
    #expect(text.contains("  lifecycle.manifest: It has no manifest."))
    #expect(text.hasSuffix("1 passed, 1 failed, 1 skipped in 1.2 s. Not certified."))
    #expect(!report.isCertified)
  }

  @Test("has one JSON line per check")
  func json() throws {
    let lines = try report.jsonLines()
    #expect(lines.count == 3)
    #expect(lines[0].contains(#""check":"lifecycle.hello""#))
    #expect(lines[0].contains(#""result":"passed""#))
    #expect(lines[1].contains(#""requirements":["MB-035"]"#))
    #expect(lines[2].contains(#""reason":"It has no manifest.""#))
  }

  @Test("is valid XML whatever the provider sent")
  func junit() {
    let xml = report.junit()
    #expect(xml.contains("<testsuite name=\"lifecycle\" tests=\"3\" failures=\"1\" skipped=\"1\">"))
    #expect(xml.contains("It said &lt;&quot;no&quot;&gt; &amp; left. "))
    #expect(xml.contains("name=\"lifecycle.token\" time=\"1.005\""))
  }

  private func conclusion(
    level: String,
    skipped: Check.Level,
    suites: Set<String> = []
  ) -> Substring? {
    let skippable = CheckTable.all.first { $0.level == skipped }
    let results = [
      CheckResult(check: CheckTable.all[0], outcome: .passed, elapsedMs: 1),
      skippable.map {
        CheckResult(check: $0, outcome: .skipped("The provider has no upstream."), elapsedMs: 0)
      },
    ]
    let report = Report(
      provider: report.provider,
      declared: DeclaredProvider(["id": "shelf", "level": .string(level), "methods": [:]]),
      results: results.compactMap(\.self),
      elapsedMs: 100,
      suites: suites
    )
    return report.text().split(separator: " s. ").last
  }

  @Test("states how many checks of the level were skipped")
  func skipped() {
    #expect(
      conclusion(level: "full", skipped: .full)
        == "Certified: Full; 1 check of this level was skipped."
    )
    #expect(conclusion(level: "full", skipped: .core) == "Certified: Full.")
    #expect(conclusion(level: "core", skipped: .full) == "Certified: Core.")
  }

  @Test("does not certify if only some suites were run")
  func partial() {
    #expect(
      conclusion(level: "core", skipped: .full, suites: ["lifecycle"])
        == "Not certified: only some suites were run."
    )
  }

  @Test("does not certify without a session")
  func nothing() {
    let empty = Report(provider: report.provider, declared: nil, results: [], elapsedMs: 0)
    #expect(!empty.isCertified)
    #expect(empty.text().hasSuffix("Not certified."))
  }
}
