import BusProtocol
import EntityResolution
import MusicModel

/// Merges records into entities by evidence, user verdicts and the merge policy.
struct EntityResolver: Sendable {
  private(set) var policy: MergePolicy
  let verdicts: UserVerdicts

  init(policy: MergePolicy = .standard, verdicts: UserVerdicts = .empty) {
    self.policy = policy
    self.verdicts = verdicts
  }

  /// Returns the resolver of a call in a language.
  func preferring(_ language: String?) -> EntityResolver {
    guard let language else { return self }
    var resolver = self
    resolver.policy.language = language
    return resolver
  }

  /// Merges records. `names` are the names parsed so far.
  func merge(
    _ records: [SourceRecord],
    refutesIDs: Bool = true,
    links: KnownLinks = .none,
    names: NameReader = NameReader()
  ) -> [MergedEntity] {
    Catalog.merge(
      records,
      refutesIDs: refutesIDs,
      policy: policy,
      verdicts: verdicts,
      links: links,
      names: names
    )
  }

  /// Compares two records. `names` are the names parsed so far, for comparing many records.
  func compare(
    _ a: SourceRecord,
    _ b: SourceRecord,
    _ names: NameReader = NameReader()
  ) -> RecordComparison {
    Catalog.compare(a, b, verdicts: verdicts, names: names)
  }

  /// Returns the ids that user verdicts join with these, without these.
  func idsByVerdict(of ids: [EntityID]) -> [EntityID] {
    guard !verdicts.entries.isEmpty else { return [] }
    var others: [EntityID] = []
    for id in ids.flatMap(verdicts.ids) where !ids.contains(id) && !others.contains(id) {
      others.append(id)
    }
    return others
  }

  /// Whether user verdicts join an id with one of these.
  func isSame(_ id: EntityID, as ids: [EntityID]) -> Bool {
    guard !verdicts.entries.isEmpty else { return false }
    return verdicts.ids(sameAs: id).contains { $0 != id && ids.contains($0) }
  }

  /// Whether user verdicts separate an id from one of these.
  func isDifferent(_ id: EntityID, from ids: [EntityID]) -> Bool {
    !verdicts.entries.isEmpty && ids.contains { verdicts.areDifferent($0, id) }
  }
}
