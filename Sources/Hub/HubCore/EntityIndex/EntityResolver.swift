import EntityResolution
import MusicModel

/// Merges records into entities by evidence, user verdicts and the merge policy.
struct EntityResolver: Sendable {
  private(set) var policy: MergePolicy
  let verdicts: UserVerdicts
  private let clusters: VerdictLookup

  init(policy: MergePolicy = .standard, verdicts: UserVerdicts = .empty) {
    self.policy = policy
    self.verdicts = verdicts
    clusters = VerdictLookup(verdicts)
  }

  /// Returns the resolver of a call in a language.
  func preferring(_ language: String?) -> EntityResolver {
    guard let language else { return self }
    var resolver = self
    resolver.policy.language = language
    return resolver
  }

  func merge(_ records: [SourceRecord], refutesIDs: Bool = true) -> [MergedEntity] {
    Catalog.merge(records, refutesIDs: refutesIDs, policy: policy, verdicts: verdicts)
  }

  func compare(_ a: SourceRecord, _ b: SourceRecord) -> Comparison {
    Catalog.compare(a, b, verdicts: verdicts)
  }

  /// Returns the ids that user verdicts join with these, without these.
  func idsByVerdict(of ids: [EntityID]) -> [EntityID] {
    guard !verdicts.entries.isEmpty else { return [] }
    var others: [EntityID] = []
    for id in ids.flatMap(clusters.ids) where !ids.contains(id) && !others.contains(id) {
      others.append(id)
    }
    return others
  }

  /// Whether user verdicts join an id with one of these.
  func isSame(_ id: EntityID, as ids: [EntityID]) -> Bool {
    guard !verdicts.entries.isEmpty else { return false }
    return clusters.ids(sameAs: id).contains { $0 != id && ids.contains($0) }
  }

  /// Whether user verdicts separate an id from one of these.
  func isDifferent(_ id: EntityID, from ids: [EntityID]) -> Bool {
    !verdicts.entries.isEmpty && ids.contains { clusters.areDifferent($0, id) }
  }
}
