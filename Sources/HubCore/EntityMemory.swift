import Catalog
import MusicModel

/// What the hub has seen of entities: under which ids one is known, and what its records say.
///
/// It is what resolution looks into before it searches, and it knows where the pictures are.
/// Bounded: those not used for longest are forgotten first.
struct EntityMemory: Sendable {
  private let capacity: Int
  private var entries: [EntityID: (entity: KnownEntity, used: Int)] = [:]
  /// The first id of the entity that an id names.
  private var mains: [EntityID: EntityID] = [:]
  private var clock = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  var count: Int { entries.count }

  /// What is known of the entity that any id names.
  mutating func recall(_ id: EntityID) -> KnownEntity? {
    guard let main = mains[id] else { return nil }
    clock += 1
    entries[main]?.used = clock
    return entries[main]?.entity
  }

  /// Keeps an entity. What was known under any of its ids is united with it: the catalogue joined
  /// them, so one more record must not make the hub forget an older one.
  mutating func remember(_ merged: MergedEntity) {
    let new = KnownEntity(merged)
    var olds: [KnownEntity] = []
    for id in new.ids {
      guard let main = mains[id], let old = entries[main]?.entity else { continue }
      guard !old.tells(allOf: new) else { return touch(main) }
      olds.append(old)
      forget(main)
    }
    guard !olds.isEmpty else { return insert(new) }
    let told = Set(new.records.map { RecordName($0) })
    let kept = olds.flatMap(\.records).filter { !told.contains(RecordName($0)) }
    // What was one entity may be several by what is known now; none of them is forgotten.
    for entity in Catalog.merge(kept + new.records) { insert(KnownEntity(entity)) }
  }

  private mutating func touch(_ main: EntityID) {
    clock += 1
    entries[main]?.used = clock
  }

  private mutating func insert(_ entity: KnownEntity) {
    guard let main = entity.ids.first else { return }
    clock += 1
    entries[main] = (entity, clock)
    for id in entity.ids { mains[id] = main }
    if entries.count > capacity { forgetOldest() }
  }

  private mutating func forget(_ main: EntityID) {
    guard let entry = entries.removeValue(forKey: main) else { return }
    for id in entry.entity.ids where mains[id] == main { mains[id] = nil }
  }

  /// Makes room for more than one at a time, so that the search for the oldest is rare.
  private mutating func forgetOldest() {
    let oldest = entries.sorted { $0.value.used < $1.value.used }.prefix(max(1, capacity / 8))
    for (main, _) in oldest { forget(main) }
  }
}

/// One entity as the hub remembers it: its ids, its name, and the records without their long texts.
struct KnownEntity: Hashable, Sendable {
  let ids: [EntityID]
  let name: EntityName
  let records: [SourceRecord]

  init(_ merged: MergedEntity) {
    ids = KnownEntity.ids(of: merged)
    name = EntityName(merged.entity)
    records = merged.records.map { record in
      SourceRecord(provider: record.provider, entity: record.entity.brief)
    }
  }
}

extension KnownEntity {
  /// Whether another one, told perhaps by fewer sources, holds nothing that is not here already.
  func tells(allOf other: KnownEntity) -> Bool {
    self == other || other.records.allSatisfy(records.contains)
  }

  /// The first id, then those of the most usual edition: who asks a source for the whole asks for
  /// that one.
  private static func ids(of merged: MergedEntity) -> [EntityID] {
    var seen: Set<EntityID> = []
    let ids = [merged.entity.id] + merged.unfolded.flatMap(\.entity.ids) + merged.entity.ids
    return ids.filter { seen.insert($0).inserted }
  }
}

/// A record by its name: what is told anew replaces what was told under the same name.
private struct RecordName: Hashable {
  let provider: ProviderID
  let id: EntityID

  init(_ record: SourceRecord) {
    provider = record.provider
    id = record.entity.id
  }
}
