/// The comparison of parts of titles and credits.
extension NameArena {
  /// The similarity of the words that name the versions.
  func similarityOfEndings(_ one: ParsedTitle, _ other: ParsedTitle) -> Int {
    similarity(ending(one), ending(other))
  }

  private func ending(_ title: ParsedTitle) -> Name {
    name(of: full(title).range.dropFirst(title.core.length), words: 0)
  }

  /// Whether two credits, one of them with several artists, have an artist in common.
  func shareMember(_ one: ArtistCredit, _ other: ArtistCredit) -> Bool {
    guard one.members.count > 1 || other.members.count > 1 else { return false }
    return members(one.members).contains { members(other.members).contains($0) }
  }
}

extension ParsedTitle {
  /// All versions that it names or may name.
  var all: VersionWords { version.union(echo) }
}
