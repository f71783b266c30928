package import MusicModel

extension Catalog {
  /// Whether ids show that two entities are not the same, although they may share another one.
  ///
  /// Of some ids an entity has only one. The most trusted namespace that has such ids of both decides,
  /// as in the comparison of records.
  package static func areApart(byIDs one: [EntityID], _ other: [EntityID]) -> Bool {
    for id in one.sorted() where RecordIdentifiers.meaning(id) == .identity {
      func isAlike(_ other: EntityID) -> Bool {
        other.namespace == id.namespace && other.type == id.type
      }
      let rivals = other.filter(isAlike)
      guard !rivals.isEmpty else { continue }
      return !one.filter(isAlike).contains { rivals.contains($0) }
    }
    return false
  }

  /// Whether an id is a product code, which sources may have wrongly: it supports a match only.
  package static func isProductCode(_ id: EntityID) -> Bool {
    RecordIdentifiers.meaning(id) == .support
  }
}
