/// EntityResolution: decides which records of different sources tell of the same artist, album, song or
/// chart, and makes one view of them that can be explained and taken apart again. It is pure: the
/// same records give the same answer in any order, and it reads no clock and does no I/O.
import MusicModel

package enum Catalog {
  /// Says whether two records tell of the same thing, and why.
  package static func compare(
    _ a: SourceRecord,
    _ b: SourceRecord,
    verdicts: UserVerdicts = .empty,
    context: MatchContext = .none
  ) -> Comparison {
    var records = [a, b]
    let index = VerdictIndex.applied(verdicts, to: &records, in: [0, 1])
    return Matcher(context: context, verdicts: index).compare(records[0], records[1])
  }

  /// Makes one entity of all records that tell of the same thing.
  ///
  /// Kinds may be mixed. The answer does not depend on the order of `records`, nor on records told
  /// twice, and is sorted by id.
  package static func merge(
    _ records: [SourceRecord],
    policy: MergePolicy = .standard,
    verdicts: UserVerdicts = .empty,
    context: MatchContext = .none
  ) -> [MergedEntity] {
    var records = records
    let order = RecordOrder.places(of: records)
    let index = VerdictIndex.applied(verdicts, to: &records, in: order)
    let matcher = Matcher(context: context, verdicts: index)
    let clusters = OutputOrder.sorted(matcher.clusters(of: records, in: order), of: records)
    return clusters.map { cluster in
      MergedEntity(records: cluster.map { records[$0] }, policy: policy)
    }
  }

  /// Sorts search hits: the exact name first, then what is equal but for case and accents, then
  /// names that begin with the text, then the rest; more sources and a better chart place first
  /// among equals, then whatever stood further up in its source's own answer. Without a text only
  /// the latter count.
  package static func ranked(
    _ entities: [MergedEntity],
    for text: String?,
    position: (MergedEntity) -> Int = { _ in 0 }
  ) -> [MergedEntity] {
    let query = text.map(SearchText.init)
    let artists = Set(
      entities.compactMap { $0.entity.artist.map { FoldedName($0.name) } }
    )
    return entities.map { (SearchRank($0, query, artists: artists, position: position($0)), $0) }
      .sorted { $0.0 < $1.0 }
      .map(\.1)
  }
}
