import MusicModel
import Testing

@testable import Certification

@Suite("The report")
struct ReportTests {
  private let report: Report

  init() throws {
    let checks = CheckTable.all
    let promise = DeclaredProvider([
      "id": "shelf", "version": "1.0", "level": "full", "inflight": 3, "methods": [:],
    ])
    report = Report(
      subject: ProviderUnderTest("/opt/shelf", ["--fast"], environment: [:]),
      promise: promise,
      outcomes: [
        CheckResult(check: checks[0], verdict: .passed, elapsedMs: 12),
        CheckResult(
          check: checks[1],
          verdict: .failed(["It said <\"no\"> & left.\u{7}"]),
          elapsedMs: 1005
        ),
        CheckResult(check: checks[2], verdict: .skipped("It has no manifest."), elapsedMs: 0),
      ],
      elapsedMs: 1234
    )
  }

  @Test("tells people what failed, which requirement, and what to do")
  func text() {
    let text = report.text()
    #expect(text.hasPrefix("shelf 1.0 (Full, 3 calls at once): /opt/shelf --fast\n"))
    #expect(text.contains("  lifecycle  1 of 3 passed; failed: lifecycle.token"))
    #expect(text.contains("FAILED  lifecycle.token  [MB-035]"))
    #expect(text.contains("  - It said <\"no\"> & left."))
    #expect(text.contains("  What to do: Copy \"token\""))
    #expect(text.contains("  lifecycle.manifest: It has no manifest."))
    #expect(text.hasSuffix("1 checks passed, 1 failed, 1 not done, in 1.2 s. Not certified."))
    #expect(!report.isCertified)
  }

  @Test("tells programs one line of JSON a check")
  func json() throws {
    let lines = try report.jsonLines()
    #expect(lines.count == 3)
    #expect(lines[0].contains(#""check":"lifecycle.hello""#))
    #expect(lines[0].contains(#""result":"passed""#))
    #expect(lines[1].contains(#""requirements":["MB-035"]"#))
    #expect(lines[2].contains(#""reason":"It has no manifest.""#))
  }

  @Test("is XML that holds together whatever a provider says")
  func junit() {
    let xml = report.junit()
    #expect(xml.contains("<testsuite name=\"lifecycle\" tests=\"3\" failures=\"1\" skipped=\"1\">"))
    #expect(xml.contains("It said &lt;&quot;no&quot;&gt; &amp; left.?"))
    #expect(xml.contains("name=\"lifecycle.token\" time=\"1.005\""))
  }

  private func conclusion(
    level: String,
    skipped: Check.Level,
    suites: Set<String> = []
  ) -> Substring? {
    let skippable = CheckTable.all.first { $0.level == skipped }
    let outcomes = [
      CheckResult(check: CheckTable.all[0], verdict: .passed, elapsedMs: 1),
      skippable.map {
        CheckResult(check: $0, verdict: .skipped("It asks no source."), elapsedMs: 0)
      },
    ]
    let report = Report(
      subject: report.subject,
      promise: DeclaredProvider(["id": "shelf", "level": .string(level), "methods": [:]]),
      outcomes: outcomes.compactMap(\.self),
      elapsedMs: 100,
      suites: suites
    )
    return report.text().split(separator: " s. ").last
  }

  @Test("says how much of a level was not tried")
  func untried() {
    #expect(
      conclusion(level: "full", skipped: .full)
        == "Certified: Full; 1 checks of that level were not done."
    )
    #expect(conclusion(level: "full", skipped: .core) == "Certified: Full.")
    #expect(conclusion(level: "core", skipped: .full) == "Certified: Core.")
  }

  @Test("certifies nothing where only some suites were done")
  func partial() {
    #expect(
      conclusion(level: "core", skipped: .full, suites: ["lifecycle"])
        == "Not certified: other suites were left out."
    )
  }

  @Test("without a session certifies nothing")
  func nothing() {
    let empty = Report(subject: report.subject, promise: nil, outcomes: [], elapsedMs: 0)
    #expect(!empty.isCertified)
    #expect(empty.text().hasSuffix("Not certified."))
  }
}
