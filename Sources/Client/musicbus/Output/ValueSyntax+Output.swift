import CommandKit
import MusicModel

extension ValueSyntax where Value == [String] {
  /// Names of members, separated by commas.
  static func members(_ name: String) -> Self {
    let words = MemberNames.all.sorted()
    return Self(
      name,
      expectation: "members such as id,title,artist",
      suggestions: .words(words),
      invalidPart: { MemberNames.split($0).first { !MemberNames.all.contains($0) } }
    ) { word in
      let names = MemberNames.split(word)
      return names.allSatisfy(MemberNames.all.contains) ? names : nil
    }
  }
}

extension ValueSyntax where Value == OutputTemplate {
  /// A template for each result.
  static func template(_ name: String) -> Self {
    Self(name, expectation: "text with members in braces, such as {title}") { OutputTemplate($0) }
  }
}

/// The members by which `--json` selects.
enum MemberNames {
  /// Those of entities, and of the other rows that commands print.
  static let all = Set(EntityKind.allCases.flatMap(\.memberDescriptions).map(\.name) + otherNames)

  static func split(_ word: String) -> [String] {
    word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static let otherNames = [
    "added", "ageMs", "entity", "fav", "favorite", "id", "ids", "kind", "limit", "note", "of",
    "provenance", "provider", "state", "text", "total",
  ]
}
