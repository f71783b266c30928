import EntityResolution
import MusicModel

/// By what the hub decides which records are one thing, and which of their values are shown: the
/// evidence, what persons said, and the policy.
struct EntityResolver: Sendable {
  let policy: MergePolicy
  let verdicts: UserVerdicts
  private let lookup: VerdictLookup

  init(policy: MergePolicy = .standard, verdicts: UserVerdicts = .empty) {
    self.policy = policy
    self.verdicts = verdicts
    lookup = VerdictLookup(verdicts)
  }

  func merge(_ records: [SourceRecord]) -> [MergedEntity] {
    Catalog.merge(records, policy: policy, verdicts: verdicts)
  }

  func compare(_ a: SourceRecord, _ b: SourceRecord) -> Comparison {
    Catalog.compare(a, b, verdicts: verdicts)
  }

  /// What persons said to be the same as any of these ids, these left out.
  func namesByVerdict(of ids: [EntityID]) -> [EntityID] {
    guard !verdicts.entries.isEmpty else { return [] }
    var names: [EntityID] = []
    for id in ids.flatMap(lookup.ids) where !ids.contains(id) && !names.contains(id) {
      names.append(id)
    }
    return names
  }

  /// Whether persons said that an id is none of these.
  func isForeign(_ id: EntityID, to ids: [EntityID]) -> Bool {
    !verdicts.entries.isEmpty && ids.contains { lookup.areDifferent($0, id) }
  }
}
