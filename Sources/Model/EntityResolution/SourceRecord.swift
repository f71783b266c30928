package import MusicModel

/// One provider's item, unmerged.
package struct SourceRecord: Hashable, Sendable {
  package var provider: ProviderID
  package var entity: Entity
  /// The time of the request in milliseconds since 1970, if known. It appears in the provenance and may
  /// decide between two values, but never affects matching.
  package var fetchedMs: Int?

  package init(provider: ProviderID, entity: Entity, fetchedMs: Int? = nil) {
    self.provider = provider
    self.entity = entity
    self.fetchedMs = fetchedMs
  }
}

extension SourceRecord {
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
    if id != otherID { return id.precedes(otherID) }
    if provider != other.provider { return provider < other.provider }
    if fetchedMs != other.fetchedMs { return (fetchedMs ?? 0) < (other.fetchedMs ?? 0) }
    return entity == other.entity ? false : entity.canonicalText < other.entity.canonicalText
  }
}

extension EntityID {
  /// The order of `<`, without building the text of the ids.
  func precedes(_ other: EntityID) -> Bool {
    if namespace == other.namespace && type == other.type { return value < other.value }
    return self < other
  }
}
