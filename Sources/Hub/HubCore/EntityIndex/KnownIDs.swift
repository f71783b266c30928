import EntityResolution
import MusicModel

/// The ids of an entity, with those marked that only a user verdict adds, or a guess of an earlier call.
struct KnownIDs: Sendable {
  private let wanted: EntityID
  private(set) var all: [EntityID]
  private(set) var byVerdict: [EntityID] = []
  private var byGuess: Set<EntityID> = []

  /// Whether the records of sources say that an id is one of the entity.
  func isByFact(_ id: EntityID) -> Bool { !byVerdict.contains(id) && !byGuess.contains(id) }

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

  /// Adds the ids of an entity that an earlier call found. Those are a guess that its records do not connect with an id of before.
  mutating func add(_ known: CachedEntity, by resolver: EntityResolver) {
    var facts = Set(all)
    var rest = known.records.map(\.entity.ids)
    while let index = rest.firstIndex(where: { !facts.isDisjoint(with: $0) }) {
      facts.formUnion(rest.remove(at: index))
    }
    byGuess.formUnion(Set(known.ids).subtracting(facts))
    add(known.ids, by: resolver)
  }

  /// Adds the ids that user verdicts join with these.
  mutating func addVerdicts(_ resolver: EntityResolver) {
    byVerdict = resolver.idsByVerdict(of: all)
    all += byVerdict
  }
}
