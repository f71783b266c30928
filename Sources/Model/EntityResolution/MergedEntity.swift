package import BusProtocol
package import MusicModel

/// An entity merged from records: a view that can be rebuilt from its records at any time.
package struct MergedEntity: Hashable, Sendable {
  /// The view. Its ids are those of all records in order, and `id` is the first.
  package var entity: Entity
  /// The records, sorted.
  package var records: [SourceRecord]
  /// The editions of an album with more than one, the most common first; otherwise empty.
  package var editions: [MergedEntity]
  private let policy: MergePolicy

  /// The provenance of each member of the view, by the member's name. `nowMs` is the time in milliseconds
  /// since 1970, for the ages of values; if `nil`, they have none.
  package func provenance(at nowMs: Int?) -> [String: FieldProvenance] {
    Entity.provenance(of: records, under: policy, at: nowMs)
  }

  /// The editions of an album, or the entity itself if it has only one.
  package var unfolded: [MergedEntity] { editions.isEmpty ? [self] : editions }

  /// Creates the view of records of one entity. There is at least one record; they are sorted.
  init(records: [SourceRecord], policy: MergePolicy, _ names: NameReader) {
    self.records = records
    self.policy = policy
    let (entity, editions) = Entity.merged(records, under: policy, names)
    self.entity = entity.withVersion(names)
    if editions.count > 1, case .album = entity {
      self.editions = editions.groups.map { group in
        MergedEntity(edition: group.map { records[$0] }, policy: policy, names)
      }
    } else {
      self.editions = []
    }
  }

  /// Creates the view of records of one edition.
  private init(edition records: [SourceRecord], policy: MergePolicy, _ names: NameReader) {
    self.records = records
    self.policy = policy
    entity = Entity.merged(records, under: policy, names).entity.withVersion(names)
    editions = []
  }
}
