package import MusicModel

extension Catalog {
  /// Whether ids show that two entities are not the same, although they may share another one.
  ///
  /// Of some ids an entity has only one. The most trusted namespace that has such ids of both decides,
  /// as in the comparison of records.
  package static func idsConflict(_ one: [EntityID], _ other: [EntityID]) -> Bool {
    for id in one.sorted() where IDMeaning(id) == .identity {
      let rivals = other.filter(id.isComparable)
      guard !rivals.isEmpty else { continue }
      return !one.contains(where: rivals.contains)
    }
    return false
  }

  /// Whether an id is a product code, which sources may have wrongly: it supports a match only.
  package static func isProductCode(_ id: EntityID) -> Bool {
    IDMeaning(id) == .support
  }
}
