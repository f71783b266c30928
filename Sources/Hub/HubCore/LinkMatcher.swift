import EntityResolution
import MusicModel

/// Which of a provider's search hits is the entity that is asked about.
enum LinkMatcher {
  /// A hit, and its id in the words of its provider.
  struct Hit {
    let record: SourceRecord
    let native: EntityID
  }

  /// The id of the hit that is the same, or nothing where none is, or more than one might be.
  ///
  /// Where a record of the entity is known, evidence decides. Where only the name is known, a hit
  /// is taken when it alone has the name.
  static func pick(
    from hits: [Hit],
    knowing known: [SourceRecord],
    names: [EntityID],
    name: SearchTerms,
    judgement: EntityResolver
  ) -> EntityID? {
    let possible = hits.filter { hit in
      !judgement.isForeign(hit.native, to: names)
        && !known.contains { judgement.compare($0, hit.record).verdict == .different }
    }
    let same = possible.filter { hit in
      known.contains { judgement.compare($0, hit.record).verdict == .same }
    }
    return one(same.isEmpty ? possible.filter { name.fits($0.record.entity) } : same)
  }

  private static func one(_ hits: [Hit]) -> EntityID? {
    Set(hits.map(\.native)).count == 1 ? hits.first?.native : nil
  }
}
