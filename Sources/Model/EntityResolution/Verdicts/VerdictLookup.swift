package import MusicModel

/// The user verdicts as lookups: which ids are the same, which are different.
package struct VerdictLookup: Sendable {
  private let groups: VerdictClusters
  private var members: [Int: [EntityID]] = [:]

  package init(_ book: UserVerdicts) {
    groups = VerdictClusters(book)
    for id in Set(book.entries.flatMap { [$0.a, $0.b] }).sorted() {
      if let group = groups.group(of: id) { members[group, default: []].append(id) }
    }
  }

  /// All ids that verdicts declare the same as this one, including it; empty without such verdicts.
  package func ids(sameAs id: EntityID) -> [EntityID] {
    groups.group(of: id).flatMap { members[$0] } ?? []
  }

  /// Whether a verdict separates two ids.
  package func areDifferent(_ one: EntityID, _ other: EntityID) -> Bool {
    guard let a = groups.group(of: one), let b = groups.group(of: other) else { return false }
    return groups.areDifferent(a, b)
  }
}
