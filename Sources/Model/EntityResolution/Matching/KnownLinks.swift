package import MusicModel

/// Which ids are known to be those of one entity: earlier calls or the user found more than the records of a list contain.
package struct KnownLinks: Sendable {
  /// For each id, the first one of its entity.
  private var entities: [EntityID: EntityID] = [:]

  package static let none = KnownLinks()

  package init() {}

  var isEmpty: Bool { entities.isEmpty }

  /// Adds the entities of these records, and of their artists, of which `find` returns all ids.
  package mutating func add(_ records: [SourceRecord], _ find: (EntityID) -> [EntityID]?) {
    let artists = Set(records.compactMap { $0.entity.artist?.id })
    let ids = records.flatMap { $0.entity.ids } + artists
    for id in ids where !Catalog.isProductCode(id) {
      if let ids = find(id) { add(ids) }
    }
  }

  /// The known entity with an id, or `nil`.
  func entity(_ id: EntityID?) -> EntityID? { id.flatMap { entities[$0] } }

  /// Adds an entity with these ids. Product codes are no more than evidence.
  private mutating func add(_ ids: [EntityID]) {
    let ids = ids.filter { !Catalog.isProductCode($0) }
    let known = Set(ids.compactMap { entities[$0] })
    guard let first = known.min() ?? ids.first else { return }
    if known.count > 1 {
      for (id, entity) in entities where known.contains(entity) { entities[id] = first }
    }
    for id in ids { entities[id] = first }
  }

  /// The known entities to which a record belongs, usually none or one.
  func entities(of record: SourceRecord) -> [EntityID] {
    isEmpty ? [] : Set(record.entity.ids.compactMap { entities[$0] }).sorted()
  }
}
