package import MusicModel

/// What one provider said of one thing, unmerged.
package struct SourceRecord: Hashable, Sendable {
  package var provider: ProviderID
  package var entity: Entity
  /// When it was fetched, in milliseconds since 1970, where known. It is told in provenance and
  /// may decide between two values; it never decides what is the same.
  package var fetchedMs: Int?

  package init(provider: ProviderID, entity: Entity, fetchedMs: Int? = nil) {
    self.provider = provider
    self.entity = entity
    self.fetchedMs = fetchedMs
  }
}

extension SourceRecord {
  /// The records without duplicates, in an order that depends on nothing but their content.
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
  /// The order of ids as `<`, but without writing them out.
  func precedes(_ other: EntityID) -> Bool {
    if namespace == other.namespace && type == other.type { return value < other.value }
    return self < other
  }
}
