import Catalog
import MusicModel

/// What the hub has seen of entities: under which ids one is known, and what its records say.
///
/// It is what resolution looks into before it searches, and it knows where the pictures are.
/// Bounded: those not used for longest are forgotten first.
struct EntityMemory: Sendable {
  private struct Entry: Sendable {
    var merged: MergedEntity
    var used: Int
  }

  private let capacity: Int
  private var entries: [EntityID: Entry] = [:]
  private var names: [EntityID: EntityID] = [:]
  private var clock = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  var count: Int { entries.count }

  /// What is known of the entity that any id names.
  mutating func recall(_ id: EntityID) -> MergedEntity? {
    guard let main = names[id] else { return nil }
    clock += 1
    entries[main]?.used = clock
    return entries[main]?.merged
  }

  /// Keeps an entity. What was known under any of its ids is united with it: the catalogue joined
  /// them, so one more record must not make the hub forget an older one.
  mutating func remember(_ merged: MergedEntity) {
    var records = merged.records
    let told = Set(records.map { RecordName($0) })
    for id in merged.entity.ids {
      guard let main = names[id], let old = entries[main] else { continue }
      records += old.merged.records.filter { !told.contains(RecordName($0)) }
      forget(main)
    }
    let united = Catalog.merge(records).first { entity in
      entity.entity.ids.contains(merged.entity.id)
    }
    insert(united ?? merged)
  }

  private mutating func insert(_ merged: MergedEntity) {
    clock += 1
    entries[merged.entity.id] = Entry(merged: merged, used: clock)
    for id in merged.entity.ids { names[id] = merged.entity.id }
    if entries.count > capacity { forgetOldest() }
  }

  private mutating func forget(_ main: EntityID) {
    guard let entry = entries.removeValue(forKey: main) else { return }
    for id in entry.merged.entity.ids where names[id] == main { names[id] = nil }
  }

  /// Makes room for more than one at a time, so that the search for the oldest is rare.
  private mutating func forgetOldest() {
    let oldest = entries.sorted { $0.value.used < $1.value.used }.prefix(max(1, capacity / 8))
    for (main, _) in oldest { forget(main) }
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
