internal import MusicModel

/// The report in the JUnit XML format.
extension Report {
  package func junit() -> String {
    let suites = CheckTable.suites.compactMap { suite -> String? in
      let ofSuite = results.filter { $0.check.suite == suite }
      guard !ofSuite.isEmpty else { return nil }
      let failures = ofSuite.count(where: \.hasFailed)
      let skipped = ofSuite.count { !$0.hasFailed && !$0.hasPassed }
      let head =
        "  <testsuite name=\"\(suite)\" tests=\"\(ofSuite.count)\" failures=\"\(failures)\" "
        + "skipped=\"\(skipped)\">"
      return ([head] + ofSuite.map(\.xml) + ["  </testsuite>"]).joined(separator: "\n")
    }
    return secrets.removed(
      from: ([
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "<testsuites name=\"\(title.escapedForXML)\" tests=\"\(results.count)\" "
          + "failures=\"\(failed.count)\">",
      ] + suites + ["</testsuites>", ""]).joined(separator: "\n")
    )
  }
}

extension CheckResult {
  fileprivate var xml: String {
    let seconds = "\(elapsedMs / 1000).\(String(elapsedMs % 1000 + 1000).dropFirst())"
    let head =
      "    <testcase classname=\"\(check.suite)\" name=\"\(check.id)\" time=\"\(seconds)\""
    switch outcome {
    case .passed: return head + "/>"
    case .skipped(let reason), .undecided(let reason):
      return head + "><skipped message=\"\(reason.escapedForXML)\"/></testcase>"
    case .failed(let problems):
      let text = "\(check.requirements.joined(separator: ", ")): \(problems.joined(separator: " "))"
      return head + "><failure message=\"\(text.escapedForXML)\">\(fix.escapedForXML)"
        + "</failure></testcase>"
    }
  }
}
