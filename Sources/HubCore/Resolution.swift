import Catalog
import MusicModel

/// Which of a provider's search hits is the entity that is asked about.
enum Resolution {
  /// The id of the hit that is the same, or nothing where none is, or more than one might be.
  ///
  /// Where a record of the entity is known, evidence decides. Where only the name is known, a hit
  /// is taken when it alone has the name.
  static func pick(
    from hits: [SourceRecord],
    knowing known: [SourceRecord],
    name: EntityName
  ) -> EntityID? {
    if !known.isEmpty {
      let same = hits.filter { hit in
        known.contains { Catalog.compare($0, hit).verdict == .same }
          && !known.contains { Catalog.compare($0, hit).verdict == .different }
      }
      if let first = same.first { return isOne(same) ? first.entity.id : nil }
    }
    let wanted = FoldedName(name.text)
    let named = hits.filter { hit in
      FoldedName(hit.entity.displayName) == wanted
        && !known.contains { Catalog.compare($0, hit).verdict == .different }
        && (name.artist.map(FoldedName.init) == hit.entity.artist.map { FoldedName($0.name) })
    }
    return isOne(named) ? named.first?.entity.id : nil
  }

  private static func isOne(_ records: [SourceRecord]) -> Bool {
    Set(records.map(\.entity.id)).count == 1
  }
}
