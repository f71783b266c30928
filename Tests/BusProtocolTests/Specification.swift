import TestKit

/// The numbered requirements of `Protocol/musicbus-1.md` and `Protocol/index.md`.
struct Specification {
  var requirements: [Requirement]
  /// Every check that the text names, requirements or not.
  var mentions: [Check]

  struct Requirement {
    var number: String
    var sentence: String
    var checks: [Check]
  }

  /// A name such as `vector:call/valid/search-artists`.
  struct Check: Hashable {
    var kind: String
    var name: String

    init?(_ text: Substring) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, Check.kinds.contains(String(parts[0])), !parts[1].isEmpty else {
        return nil
      }
      kind = String(parts[0])
      name = String(parts[1])
    }

    static let kinds: Set = ["vector", "session", "test", "certify", "hub", "provider"]
  }

  init() throws {
    let text = try ["musicbus-1.md", "index.md"].map { try PackageRoot.text("Protocol/\($0)") }
      .joined(separator: "\n")
    let lines = text.split(separator: "\n")
    requirements = lines.compactMap(Requirement.init)
    // The table that explains the kinds has placeholders in capitals.
    mentions = lines.filter { !$0.hasPrefix("| `") }.flatMap(Specification.checks)
  }

  /// The checks in a line: what stands between back quotes and begins with a kind.
  static func checks(in line: Substring) -> [Check] {
    line.split(separator: "`").compactMap(Check.init)
  }
}

extension Specification.Requirement {
  /// Reads `- **[MB-001]** Sentence. checks`.
  init?(_ line: Substring) {
    guard let match = line.wholeMatch(of: /- \*\*\[(MB-\d{3})\]\*\* (.+)/) else { return nil }
    number = String(match.1)
    checks = Specification.checks(in: match.2)
    let firstCheck = checks.first.map { "`\($0.kind):\($0.name)`" }
    let end = firstCheck.flatMap { match.2.firstRange(of: $0)?.lowerBound }
    sentence = String(match.2[..<(end ?? match.2.endIndex)])
  }
}
