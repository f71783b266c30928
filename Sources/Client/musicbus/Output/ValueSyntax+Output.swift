import CommandKit
import MusicModel

extension ValueSyntax where Value == [String] {
  /// Names of members, separated by commas.
  static func members(_ name: String) -> Self {
    let words = MemberNames.all.sorted()
    return Self(
      name,
      expectation: "members such as id,title,artist",
      suggestions: .words(words)
    ) { word in
      let names = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
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
  static let all: Set<String> = [
    "added", "ageMs", "album", "albumKind", "artist", "artwork", "biography",
    "biographyLang", "bornYear", "copyright",
    "country", "currency", "diedYear", "disbandedYear", "discCount", "discNumber", "durationMs",
    "editions", "entity", "explicit", "fav", "favorite", "followers", "formedYear", "genres", "id",
    "ids",
    "kind", "label", "limit", "links", "name", "note", "of", "previewURL", "price", "provenance",
    "provider", "rank", "releaseDate", "sortName", "state", "text", "title", "total", "trackCount",
    "trackNumber",
  ]
}
