package import EntityResolution
package import MusicModel

/// Cached entities, found by any of their ids; bounded in number and bytes, with LRU eviction.
///
/// It records which entities change, so that they can be stored.
struct EntityCache: Sendable {
  private let capacity: Int
  private let maxBytes: Int
  /// Approximately what the entities occupy.
  private(set) var bytes = 0
  private var entries: [EntityID: (entity: KnownEntity, used: Int)] = [:]
  /// The first id of the entity with an id.
  private var mainIDs: [EntityID: EntityID] = [:]
  private var clock = 0
  /// The first ids of entities that were added, changed or removed.
  private var changed: Set<EntityID> = []

  init(capacity: Int, maxBytes: Int = .max) {
    (self.capacity, self.maxBytes) = (max(1, capacity), maxBytes)
  }

  var count: Int { entries.count }

  /// The entity with an id.
  func lookup(_ id: EntityID) -> KnownEntity? {
    mainIDs[id].flatMap { entries[$0]?.entity }
  }

  mutating func setAlbumCount(_ count: Int, of id: EntityID) {
    guard let main = mainIDs[id], entries[main]?.entity.albumCount != count else { return }
    entries.update(main) { $0.entity.albumCount = count }
    changed.insert(main)
  }

  mutating func markUsed(_ id: EntityID) {
    guard let main = mainIDs[id] else { return }
    clock += 1
    entries.update(main) { $0.used = clock }
  }

  /// Stores an entity, and merges it with all entities that share an id with it.
  ///
  /// Matching joined them, so one more record must not remove an older one, and values that it
  /// lacks remain.
  ///
  /// - Returns: whether it joined entities that were several.
  @discardableResult
  mutating func store(_ new: KnownEntity, by resolver: EntityResolver, nowMs: Int? = nil) -> Bool {
    let mains = Set(new.ids.compactMap { mainIDs[$0] }).sorted()
    let olds = mains.compactMap { entries[$0]?.entity }
    guard !olds.isEmpty else {
      insert(new)
      return false
    }
    guard olds.contains(where: new.addsInformation) else {
      mains.forEach { markUsed($0) }
      return false
    }
    for main in mains { remove(main) }
    let records = Catalog.refreshed(olds.flatMap(\.records), with: new.records, nowMs: nowMs)
    let complete = olds.reduce(new.complete) { $0.union($1.complete) }
    // One entity may be several by now; all of them are stored.
    let entities = resolver.merge(records)
    // A list of albums is that of the whole; of a part, none is known.
    let albumCount = entities.count == 1 ? olds.compactMap(\.albumCount).max() : nil
    for merged in entities {
      var entity = KnownEntity(merged, complete: complete)
      entity.albumCount = albumCount
      insert(entity)
    }
    return entities.count < olds.count
  }

  /// Merges the records of the entities with these ids again.
  mutating func recluster(_ ids: [EntityID], by resolver: EntityResolver) {
    let olds = Set(ids.compactMap { mainIDs[$0] }).sorted().compactMap { entries[$0]?.entity }
    for old in olds { remove(old.ids[0]) }
    let complete = olds.reduce(into: Set()) { $0.formUnion($1.complete) }
    for merged in resolver.merge(olds.flatMap(\.records)) {
      insert(KnownEntity(merged, complete: complete))
    }
  }

  /// Removes the records of some providers: without them, other records may be another entity.
  mutating func removeRecords(of isRemoved: (ProviderID) -> Bool, by resolver: EntityResolver) {
    let affected = entries.values
      .filter { $0.entity.records.contains { isRemoved($0.provider) } }
      .sorted { $0.used < $1.used }.map(\.entity)
    for old in affected {
      remove(old.ids[0])
      let complete = old.complete.filter { !isRemoved($0) }
      for merged in resolver.merge(old.records.filter { !isRemoved($0.provider) }) {
        insert(KnownEntity(merged, complete: complete))
      }
    }
  }

  /// Adds stored entities, ordered from the least to the most recently used.
  ///
  /// Those that share an id with an entity learned meanwhile are merged with it. Stored entities
  /// that are not in use afterwards count as removed.
  mutating func restore(
    _ stored: [KnownEntity],
    by resolver: EntityResolver,
    nowMs: Int? = nil
  ) {
    let newer = changed
    let known = entries.values.sorted { $0.used < $1.used }.map(\.entity)
    (entries, mainIDs, changed, bytes) = ([:], [:], [], 0)
    for entity in stored where !entity.ids.contains(where: { mainIDs[$0] != nil }) {
      insert(entity)
    }
    changed = newer
    for entity in known { store(entity, by: resolver, nowMs: nowMs) }
    changed.formUnion(stored.map { $0.ids[0] }.filter { entries[$0] == nil })
  }

  /// All entities, the most recently used first.
  var all: [KnownEntity] {
    entries.values.sorted { $0.used > $1.used }.map(\.entity)
  }

  /// The entities added or changed since the last call, and the first ids of removed ones.
  mutating func drainChanges() -> (stored: [KnownEntity], removed: [EntityID]) {
    guard !changed.isEmpty else { return ([], []) }
    defer { changed = [] }
    let ids = changed.sorted()
    return (ids.compactMap { entries[$0]?.entity }, ids.filter { entries[$0] == nil })
  }

  private mutating func insert(_ entity: KnownEntity) {
    guard let main = entity.ids.first else { return }
    clock += 1
    let old = entries.updateValue((entity, clock), forKey: main)?.entity
    bytes += entity.bytesInMemory - (old?.bytesInMemory ?? 0)
    changed.insert(main)
    for id in entity.ids { mainIDs[id] = main }
    while entries.count > capacity || bytes > maxBytes && entries.count > 1 { evictOldest() }
  }

  private mutating func remove(_ main: EntityID) {
    guard let entry = entries.removeValue(forKey: main) else { return }
    bytes -= entry.entity.bytesInMemory
    changed.insert(main)
    for id in entry.entity.ids where mainIDs[id] == main { mainIDs[id] = nil }
  }

  /// Evicts more than one entity, so that the search for the oldest is rare, but not the newest.
  private mutating func evictOldest() {
    let oldest = entries.sorted { $0.value.used < $1.value.used }
    for (main, _) in oldest.prefix(max(1, min(capacity, entries.count) / 8)) { remove(main) }
  }
}

/// An entity that the hub knows: its ids, its name and its records.
package struct KnownEntity: Hashable, Sendable {
  /// The first one is its key.
  package let ids: [EntityID]
  package let name: SearchTerms
  package let records: [SourceRecord]
  /// The providers that were queried for this entity alone, and so sent all their data about it.
  package let complete: Set<ProviderID>
  /// Of an artist: the number of albums of its last list, if one was gathered.
  package var albumCount: Int?

  /// The time within which fetching an equal record again adds nothing, in milliseconds.
  private static let renewalMs = 600_000
  /// The maximum number of records; the newest are cached.
  private static let maxRecords = 200

  /// Removes long texts if `complete` is empty: only a query for the entity itself fetches them.
  init(_ merged: MergedEntity, complete: Set<ProviderID> = []) {
    ids = merged.entity.ids
    name = SearchTerms(merged.entity)
    var newest = merged.records
    if newest.count > KnownEntity.maxRecords {
      newest.sort { ($1.fetchedMs ?? 0) < ($0.fetchedMs ?? 0) }
      newest.removeLast(newest.count - KnownEntity.maxRecords)
    }
    records = complete.isEmpty ? newest.map(\.brief) : newest
    self.complete = complete.filter { provider in newest.contains { $0.provider == provider } }
  }

  package init(
    ids: [EntityID],
    name: SearchTerms,
    records: [SourceRecord],
    complete: Set<ProviderID>,
    albumCount: Int? = nil
  ) {
    self.albumCount = albumCount
    self.ids = ids
    self.name = name
    self.records = records
    self.complete = complete
  }

  /// Whether it contains anything that an older one lacks.
  func addsInformation(to old: KnownEntity) -> Bool {
    guard ids.allSatisfy(old.ids.contains), complete.isSubset(of: old.complete) else { return true }
    return !records.allSatisfy { record in
      old.records.contains { other in
        other.provider == record.provider && other.entity == record.entity
          && abs((record.fetchedMs ?? 0) - (other.fetchedMs ?? 0)) < KnownEntity.renewalMs
      }
    }
  }
}

extension KnownEntity {
  /// Approximately what it occupies in memory.
  package var bytesInMemory: Int { records.reduce(512) { $0 + $1.entity.bytesInMemory } }
}

extension Entity {
  /// Approximately what a record occupies in memory; only a biography is long.
  package var bytesInMemory: Int {
    guard case .artist(let artist) = self else { return 1024 }
    return 1024 + (artist.biography?.utf8.count ?? 0)
  }
}

extension SourceRecord {
  /// The record without its long text.
  fileprivate var brief: SourceRecord { with(entity.brief) }
}
