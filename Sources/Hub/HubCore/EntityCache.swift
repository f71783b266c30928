import EntityResolution
import MusicModel

/// What the hub knows of entities: under which ids one is known, and what its records say.
///
/// It is what resolution looks into before it searches, it knows where the pictures are, and what
/// was told once is found here when a source tells it no more. Bounded: those not used for longest
/// are forgotten first. What changes is noted, so that it can be kept on disk.
struct EntityCache: Sendable {
  private let capacity: Int
  private var entries: [EntityID: (entity: CachedEntity, used: Int)] = [:]
  /// The first id of the entity that an id names.
  private var mains: [EntityID: EntityID] = [:]
  private var clock = 0
  /// The first ids of those that are new, changed or gone.
  private var changed: Set<EntityID> = []

  init(capacity: Int) { self.capacity = max(1, capacity) }

  var count: Int { entries.count }

  /// What is known of the entity that any id names.
  mutating func recall(_ id: EntityID) -> CachedEntity? {
    guard let main = mains[id] else { return nil }
    clock += 1
    entries[main]?.used = clock
    return entries[main]?.entity
  }

  /// Keeps an entity. What was known under any of its ids is united with it: the catalogue joined
  /// them, so one more record must not make the hub forget an older one, and what a record leaves
  /// out that it told before stays.
  mutating func remember(_ new: CachedEntity, by judgement: EntityResolver, nowMs: Int? = nil) {
    var olds: [CachedEntity] = []
    for id in new.ids {
      guard let main = mains[id], let old = entries[main]?.entity else { continue }
      guard new.isNews(beside: old) else { return touch(main) }
      olds.append(old)
      forget(main)
    }
    guard !olds.isEmpty else { return insert(new) }
    let records = Catalog.refreshed(olds.flatMap(\.records), with: new.records, nowMs: nowMs)
    let whole = olds.reduce(new.whole) { $0.union($1.whole) }
    // What was one entity may be several by what is known now; none of them is forgotten.
    for merged in judgement.merge(records) { insert(CachedEntity(merged, whole: whole)) }
  }

  /// Puts together anew what is known under these ids.
  mutating func rejudge(_ ids: [EntityID], by judgement: EntityResolver) {
    let olds = Set(ids.compactMap { mains[$0] }).sorted().compactMap { entries[$0]?.entity }
    for old in olds { forget(old.ids[0]) }
    let whole = olds.reduce(into: Set()) { $0.formUnion($1.whole) }
    for merged in judgement.merge(olds.flatMap(\.records)) {
      insert(CachedEntity(merged, whole: whole))
    }
  }

  /// Takes in what was kept on disk, the one used last at the end.
  mutating func restore(_ entities: [CachedEntity]) {
    for entity in entities where !entity.ids.contains(where: { mains[$0] != nil }) {
      insert(entity)
    }
    changed = []
  }

  /// All that is known, the one used last first.
  var all: [CachedEntity] {
    entries.values.sorted { $0.used > $1.used }.map(\.entity)
  }

  /// What is new or changed since it was asked last, and the first ids of what is gone.
  mutating func takeChanges() -> (kept: [CachedEntity], gone: [EntityID]) {
    guard !changed.isEmpty else { return ([], []) }
    defer { changed = [] }
    let mains = changed.sorted()
    return (mains.compactMap { entries[$0]?.entity }, mains.filter { entries[$0] == nil })
  }

  private mutating func touch(_ main: EntityID) {
    clock += 1
    entries[main]?.used = clock
  }

  private mutating func insert(_ entity: CachedEntity) {
    guard let main = entity.ids.first else { return }
    clock += 1
    entries[main] = (entity, clock)
    changed.insert(main)
    for id in entity.ids { mains[id] = main }
    if entries.count > capacity { forgetOldest() }
  }

  private mutating func forget(_ main: EntityID) {
    guard let entry = entries.removeValue(forKey: main) else { return }
    changed.insert(main)
    for id in entry.entity.ids where mains[id] == main { mains[id] = nil }
  }

  /// Makes room for more than one at a time, so that the search for the oldest is rare.
  private mutating func forgetOldest() {
    let oldest = entries.sorted { $0.value.used < $1.value.used }.prefix(max(1, capacity / 8))
    for (main, _) in oldest { forget(main) }
  }
}
