import MusicModel

/// The ids of an entity, with those that only a user verdict adds marked.
struct KnownIDs: Sendable {
  private let wanted: EntityID
  private(set) var all: [EntityID]
  private(set) var byVerdict: [EntityID] = []

  init(_ id: EntityID) {
    wanted = id
    all = [id]
  }

  /// Adds ids of the entity, except those that a user verdict excludes.
  mutating func add(_ ids: [EntityID], by resolver: EntityResolver) {
    for id in ids where !all.contains(id) && !resolver.isDifferent(id, from: [wanted]) {
      all.append(id)
    }
  }

  /// Adds the ids that user verdicts join with these.
  mutating func addVerdicts(_ resolver: EntityResolver) {
    byVerdict = resolver.idsByVerdict(of: all)
    all += byVerdict
  }
}
