package import MusicModel

/// Which ids are known to be those of one entity, from earlier calls or from the user's favourites.
///
/// That two records are one is a *fact* if a record of an earlier call states it by its ids. Otherwise it is a *guess*, made from the records that there were. It
/// counts only while one of these is missing: with all of them, the records themselves say more, and what is found then replaces it.
package struct KnownLinks: Sendable {
  /// Sets of ids, each named by one of them.
  private struct Groups: Sendable {
    private var names: [EntityID: EntityID] = [:]

    subscript(id: EntityID) -> EntityID? { names[id] }

    var isEmpty: Bool { names.isEmpty }

    /// Joins all sets with one of these ids. Product codes are only evidence.
    mutating func join(_ ids: [EntityID]) {
      let ids = ids.filter { !Catalog.isProductCode($0) }
      let known = Set(ids.compactMap { names[$0] })
      guard let first = known.min() ?? ids.first else { return }
      if known.count > 1 {
        for (id, name) in names where known.contains(name) { names[id] = first }
      }
      for id in ids { names[id] = first }
    }

    /// The sets to which a record belongs, usually none or one.
    func names(of record: SourceRecord) -> [EntityID] {
      isEmpty ? [] : Set(record.entity.ids.compactMap { names[$0] }).sorted()
    }
  }

  /// An entity that an earlier call found.
  package struct Entity {
    let ids: [EntityID]
    let records: [SourceRecord]

    package init(ids: [EntityID], records: [SourceRecord]) {
      (self.ids, self.records) = (ids, records)
    }
  }

  private var facts = Groups()
  private var guesses = Groups()
  private var artists = Groups()

  package static let none = KnownLinks()

  package init() {}

  /// Adds what is known of these records, and of their artists, which `find` returns.
  package mutating func add(_ records: [SourceRecord], _ find: (EntityID) -> Entity?) {
    let present = Dictionary(records.map { ($0.entity.id, Set($0.entity.ids)) }) { $0.union($1) }
    var found: Set<EntityID> = []
    for id in Set(records.flatMap(\.entity.ids)) where !Catalog.isProductCode(id) {
      guard let known = find(id), let first = known.ids.first, found.insert(first).inserted
      else { continue }
      for record in known.records {
        // What was found to be wrong is not among the ids of the entity; what a record says here is judged with the others here.
        let said = present[record.entity.id] ?? []
        let ids = record.entity.ids.filter { known.ids.contains($0) && !said.contains($0) }
        facts.join([record.entity.id] + ids)
      }
      if known.records.contains(where: { present[$0.entity.id] == nil }) { guesses.join(known.ids) }
    }
    // Artists are not compared here, so that what is known of them is not found anew.
    for id in Set(records.compactMap { $0.entity.artist?.id }) {
      if let known = find(id) { artists.join(known.ids) }
    }
  }

  /// Adds what the user has as one favourite, all of whose ids `find` returns: an earlier guess.
  package mutating func addFavorites(
    of records: [SourceRecord],
    _ find: (EntityID) -> [EntityID]?
  ) {
    for id in Set(records.flatMap(\.entity.ids)) where !Catalog.isProductCode(id) {
      if let ids = find(id) { guesses.join(ids) }
    }
    for id in Set(records.compactMap { $0.entity.artist?.id }) {
      if let ids = find(id) { artists.join(ids) }
    }
  }

  /// The known artist with an id, or `nil`.
  func artist(_ id: EntityID?) -> EntityID? { id.flatMap { artists[$0] } }

  /// The entities to which a record is known to belong, by facts.
  func facts(about record: SourceRecord) -> [EntityID] { facts.names(of: record) }

  /// The entities to which a record was guessed to belong.
  func guesses(about record: SourceRecord) -> [EntityID] { guesses.names(of: record) }
}
