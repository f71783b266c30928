package import MusicModel

/// One provider's item, unmerged.
package struct SourceRecord: Hashable, Sendable {
  package var provider: ProviderID
  package var entity: Entity
  /// The time at which its source sent it, in milliseconds since 1970, if known. It appears in the provenance and
  /// may decide between two values, but never affects matching.
  package var fetchedMs: Int?
  /// Ids of other sources that are probably wrong. They are not among the ids of the entity: they do not
  /// join records, but still separate them.
  package internal(set) var disputedIDs: [EntityID] = []

  package init(provider: ProviderID, entity: Entity, fetchedMs: Int? = nil) {
    self.provider = provider
    self.entity = entity
    self.fetchedMs = fetchedMs
  }
}

extension SourceRecord {
  /// The record as its source sent it: its disputed ids count again.
  package var restored: SourceRecord {
    guard !disputedIDs.isEmpty else { return self }
    var record = self
    record.entity.addIDs(disputedIDs)
    record.disputedIDs = []
    return record
  }

  /// The record with a fetch time, unless it has one.
  package func fetched(at unixMs: Int?) -> SourceRecord {
    guard fetchedMs == nil else { return self }
    var record = self
    record.fetchedMs = unixMs
    return record
  }

  /// The time since it was fetched, in milliseconds, if known.
  package func ageMs(at nowMs: Int?) -> Int? {
    guard let nowMs, let fetchedMs else { return nil }
    return max(0, nowMs - fetchedMs)
  }

  /// The record with another entity.
  package func with(_ entity: Entity) -> SourceRecord {
    var record = self
    record.entity = entity
    return record
  }

  /// Moves ids of the entity to the disputed ones.
  mutating func dispute(_ ids: Set<EntityID>) {
    guard !ids.isEmpty else { return }
    let all = entity.ids
    entity.retainIDs(all.filter { !ids.contains($0) })
    disputedIDs = all.filter(ids.contains)
  }

  /// The records without duplicates, in an order that depends only on their content.
  static func sorted(_ records: [SourceRecord]) -> [SourceRecord] {
    let sorted = records.sorted { $0.precedes($1) }
    var unique: [SourceRecord] = []
    unique.reserveCapacity(sorted.count)
    for record in sorted where unique.last != record { unique.append(record) }
    return unique
  }

  func precedes(_ other: SourceRecord) -> Bool {
    let (id, otherID) = (entity.id, other.entity.id)
    if id != otherID { return id < otherID }
    if provider != other.provider { return provider < other.provider }
    if fetchedMs != other.fetchedMs { return (fetchedMs ?? 0) < (other.fetchedMs ?? 0) }
    return entity == other.entity ? false : entity.canonicalText < other.entity.canonicalText
  }
}
