package import MusicModel

/// One thing as all its sources together tell it: a view that can be made again at any time from
/// its records.
package struct MergedEntity: Hashable, Sendable {
  /// The view. Its ids are those of all records, in the order of ids, and `id` is the first.
  package var entity: Entity
  /// All that it was made of, sorted.
  package var records: [SourceRecord]
  /// Of an album with more than one edition: the editions, the most usual one first. Else empty.
  package var editions: [MergedEntity]
  private let policy: MergePolicy

  /// Where each member of the view comes from, by the member's name. Made when asked for.
  package var provenance: [String: Provenance] { Entity.provenance(of: records, under: policy) }

  /// The editions of an album, or the entity itself where it has no more than one.
  package var unfolded: [MergedEntity] { editions.isEmpty ? [self] : editions }

  /// Makes the view of records that are known to be one thing. There is at least one, sorted.
  init(records: [SourceRecord], policy: MergePolicy) {
    self.records = records
    self.policy = policy
    let (entity, editions) = Entity.merged(records, under: policy)
    self.entity = entity
    if editions.count > 1, case .album = entity {
      self.editions = editions.groups.map { group in
        MergedEntity(edition: group.map { records[$0] }, policy: policy)
      }
    } else {
      self.editions = []
    }
  }

  /// Makes the view of records of one edition.
  private init(edition records: [SourceRecord], policy: MergePolicy) {
    self.records = records
    self.policy = policy
    entity = Entity.merged(records, under: policy).entity
    editions = []
  }
}
