import BusProtocol
import EntityResolution
import MusicModel

/// Selection of the search hit that is the wanted entity.
enum LinkMatcher {
  /// A search hit, and the provider's own id of it.
  struct Hit {
    let record: SourceRecord
    let native: EntityID
  }

  /// The records of a reply that have an id of the provider for such an entity.
  static func hits(
    in reply: ProviderReply,
    of entity: EntityID,
    _ descriptor: Descriptor?
  ) -> [Hit] {
    reply.records.compactMap { record in
      record.entity.ids.first { descriptor?.understands($0, as: entity.kind) == true }
        .map { Hit(record: record, native: $0) }
    }
  }

  /// Returns the id of the matching hit, or `nil` if none or more than one matches.
  ///
  /// If a record of the entity is known, the evidence decides. Otherwise a hit matches if no other
  /// has the name.
  static func pick(
    from hits: [Hit],
    knowing known: [SourceRecord],
    ids: [EntityID],
    name: SearchTerms,
    resolver: EntityResolver
  ) -> EntityID? {
    // A name that is a guess finds nothing.
    guard known.isEmpty || !known.allSatisfy(\.entity.isGuessed) else { return nil }
    let names = NameReader()
    let possible = hits.filter { hit in
      !hit.record.entity.isGuessed && !resolver.isDifferent(hit.native, from: ids)
        && !known.contains { resolver.compare($0, hit.record, names).decision == .different }
    }
    // A namesake has the name, too.
    guard known.isEmpty else {
      return onlyID(
        of: possible.filter { hit in
          known.contains { resolver.compare($0, hit.record, names).decision == .same }
        }
      )
    }
    return onlyID(of: possible.filter { name.fits($0.record.entity) })
  }

  private static func onlyID(of hits: [Hit]) -> EntityID? {
    Set(hits.map(\.native)).count == 1 ? hits.first?.native : nil
  }
}
