/// Comparing parts of titles and credits.
extension NameArena {
  /// How alike the words are that tell the versions apart.
  func likenessOfEndings(_ one: ParsedTitle, _ other: ParsedTitle) -> Int {
    likeness(ending(one), ending(other))
  }

  private func ending(_ title: ParsedTitle) -> Name {
    name(of: full(title).range.dropFirst(title.core.length), words: 0)
  }

  /// Whether one artist stands in both credits, where one of them names several.
  func shareMember(_ one: ArtistCredit, _ other: ArtistCredit) -> Bool {
    guard one.members.count > 1 || other.members.count > 1 else { return false }
    return members(one.members).contains { members(other.members).contains($0) }
  }
}

extension ParsedTitle {
  /// All versions that it tells of or may tell of.
  var all: VersionWords { version.union(echo) }
}
