/// For continuous integration: JUnit's XML.
extension Report {
  package func junit() -> String {
    let suites = CheckTable.suites.compactMap { suite -> String? in
      let own = outcomes.filter { $0.check.suite == suite }
      guard !own.isEmpty else { return nil }
      let failures = own.count(where: \.hasFailed)
      let skipped = own.count { !$0.hasFailed && !$0.hasPassed }
      let head =
        "  <testsuite name=\"\(suite)\" tests=\"\(own.count)\" failures=\"\(failures)\" "
        + "skipped=\"\(skipped)\">"
      return ([head] + own.map(\.xml) + ["  </testsuite>"]).joined(separator: "\n")
    }
    return
      ([
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "<testsuites name=\"\(provider.escapedForXML)\" tests=\"\(outcomes.count)\" "
          + "failures=\"\(failed.count)\">",
      ] + suites + ["</testsuites>", ""]).joined(separator: "\n")
  }
}

extension CheckResult {
  fileprivate var xml: String {
    let seconds = "\(elapsedMs / 1000).\(String(elapsedMs % 1000 + 1000).dropFirst())"
    let head =
      "    <testcase classname=\"\(check.suite)\" name=\"\(check.id)\" time=\"\(seconds)\""
    switch verdict {
    case .passed: return head + "/>"
    case .skipped(let reason):
      return head + "><skipped message=\"\(reason.escapedForXML)\"/></testcase>"
    case .failed(let problems):
      let text = "\(check.requirements.joined(separator: ", ")): \(problems.joined(separator: " "))"
      return head + "><failure message=\"\(text.escapedForXML)\">\(check.advice.escapedForXML)"
        + "</failure></testcase>"
    }
  }
}

extension String {
  /// Characters that XML cannot hold become question marks.
  fileprivate var escapedForXML: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\u{0}"..<"\u{9}", "\u{B}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": text += "?"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
