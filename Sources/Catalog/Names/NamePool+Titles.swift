/// Comparing parts of titles and credits.
extension NamePool {
  /// How alike the words are that tell the versions apart.
  func likenessOfEndings(_ one: Title, _ other: Title) -> Int {
    likeness(ending(one), ending(other))
  }

  private func ending(_ title: Title) -> Name {
    name(of: full(title).range.dropFirst(title.core.length), words: 0)
  }

  /// Whether one artist stands in both credits, where one of them names several.
  func shareMember(_ one: Credit, _ other: Credit) -> Bool {
    guard one.members.count > 1 || other.members.count > 1 else { return false }
    return members(one.members).contains { members(other.members).contains($0) }
  }
}

extension Title {
  /// All versions that it tells of or may tell of.
  var all: VersionWords { version.union(echo) }
}
