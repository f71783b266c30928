package import MusicModel

/// What persons said, in the form of answers: which ids are one thing, which are not.
package struct VerdictLookup: Sendable {
  private let groups: VerdictClusters
  private var members: [Int: [EntityID]] = [:]

  package init(_ book: UserVerdicts) {
    groups = VerdictClusters(book)
    for id in Set(book.entries.flatMap { [$0.a, $0.b] }).sorted() {
      if let group = groups.group(of: id) { members[group, default: []].append(id) }
    }
  }

  /// Every id of the same thing as persons said, this one included where they spoke of it.
  package func ids(sameAs id: EntityID) -> [EntityID] {
    groups.group(of: id).flatMap { members[$0] } ?? []
  }

  /// Whether persons said that two ids are two things.
  package func areDifferent(_ one: EntityID, _ other: EntityID) -> Bool {
    guard let a = groups.group(of: one), let b = groups.group(of: other) else { return false }
    return groups.areDifferent(a, b)
  }
}
