/// EntityResolution: matches records of one artist, album, song or chart and merges them into
/// entities. Entities can be explained and split again. It is pure: equal records give equal
/// results in any order, without clock or I/O.
import MusicModel

package enum Catalog {
  /// Decides whether two records describe the same entity, with the evidence.
  package static func compare(
    _ a: SourceRecord,
    _ b: SourceRecord,
    verdicts: UserVerdicts = .empty,
    context: MatchContext = .none
  ) -> Comparison {
    var records = [a, b]
    RefutedIDs.withhold(from: &records, in: [0, 1], knowing: [])
    // Two records alone do not show what other records dispute.
    records[0].dispute(Set(a.disputedIDs))
    records[1].dispute(Set(b.disputedIDs))
    let index = VerdictIndex.applied(verdicts, to: &records, in: [0, 1])
    return Matcher(context: context, verdicts: index).compare(records[0], records[1])
  }

  /// Withholds the foreign ids that the names of other records refute; `witnesses` are further ones.
  package static func withholdRefutedIDs(
    of records: [SourceRecord],
    knowing witnesses: [SourceRecord]
  ) -> [SourceRecord] {
    var records = records
    RefutedIDs.withhold(from: &records, in: Array(records.indices), knowing: witnesses)
    return records
  }

  /// Merges all records that describe the same entity.
  ///
  /// Kinds may be mixed. The result does not depend on the order of `records` or on duplicates, and
  /// is sorted by id. If `refutesIDs`, foreign ids that the names refute do not count.
  package static func merge(
    _ records: [SourceRecord],
    refutesIDs: Bool = true,
    policy: MergePolicy = .standard,
    verdicts: UserVerdicts = .empty,
    context: MatchContext = .none
  ) -> [MergedEntity] {
    var records = records
    let order = RecordOrder.positions(of: records)
    if refutesIDs { RefutedIDs.withhold(from: &records, in: order, knowing: []) }
    let index = VerdictIndex.applied(verdicts, to: &records, in: order)
    let matcher = Matcher(context: context, verdicts: index)
    let clusters = OutputOrder.sorted(matcher.clusters(of: records, in: order), of: records)
    return clusters.map { cluster in
      MergedEntity(records: cluster.map { records[$0] }, policy: policy)
    }
  }

  /// Returns the normalized title of an album without edition and version.
  package static func plainTitle(_ title: String) -> String { TitleParser.plain(title).words }

  /// Sorts search hits by how well the name matches, then by sources, chart position and position.
  ///
  /// Exact names come first, then names equal but for case and accents, then prefixes, then the rest.
  /// Without a text, only sources and positions count. Among names that are not exact, those with the
  /// lowest `preference` come first.
  package static func ranked(
    _ entities: [MergedEntity],
    for text: String?,
    position: (MergedEntity) -> Int = { _ in 0 },
    preference: (MergedEntity) -> Int = { _ in 0 }
  ) -> [MergedEntity] {
    var query = text.map(SearchText.init)
    let artists = Set(
      entities.compactMap { $0.entity.artist.map { FoldedName($0.name) } }
    )
    return entities.map { entity in
      let rank = SearchRank(
        entity,
        query?.fit(of: entity.entity),
        artists: artists,
        position: position(entity),
        preference: preference(entity)
      )
      return (rank, entity)
    }
    .sorted { $0.0.precedes($1.0) }
    .map(\.1)
  }
}
