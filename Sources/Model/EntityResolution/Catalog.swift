/// EntityResolution: matches records of one artist, album, song or chart and merges them into
/// entities. Entities can be explained and split again. It is pure: equal records give equal
/// results in any order, without clock or I/O.
///
/// A merge passes these stages, each in its own folder:
///
/// 1. `ForeignIDs` hides ids of other sources that names or other sources contradict, and `Verdicts`
///    applies what the user said.
/// 2. `Features` holds what is compared of a record, in a type per kind, and ``RecordIDs``. All names
///    come from a ``NameReader``, which parses each once (`Names`).
/// 3. `Evidence` compares the features of two records, in a type per kind. Each piece of evidence has
///    points, all of which are in ``Weights``.
/// 4. `Matching` compares the records that have a ``BlockingKey`` in common (``CandidatePairs``) and
///    joins those that match (``Clusters``).
/// 5. `Merging` chooses the value of each member from the records of an entity, as the policy says;
///    `Editions` tells apart the editions of an album.
package import BusProtocol
package import MusicModel

package enum Catalog {
  /// Decides whether two records describe the same entity, with the evidence. `names` are the names parsed
  /// so far, for comparing many records.
  package static func compare(
    _ a: SourceRecord,
    _ b: SourceRecord,
    verdicts: UserVerdicts = .empty,
    names: NameReader = NameReader()
  ) -> RecordComparison {
    var records = [a, b]
    RejectedIDs.hide(from: &records, knowing: [], names)
    // Two records alone do not show what other records dispute.
    records[0].dispute(Set(a.disputedIDs))
    records[1].dispute(Set(b.disputedIDs))
    let index = VerdictIndex(verdicts, applyingTo: &records)
    let evidence = Matcher(records, verdicts: index, names).evidence(0, 1, completely: true)
    return RecordComparison(a, b, records[0].entity, records[1].entity, evidence)
  }

  /// Hides the foreign ids that the names of other records contradict; `witnesses` are further ones.
  /// `names` are the names parsed so far.
  package static func hidingRejectedIDs(
    of records: [SourceRecord],
    knowing witnesses: [SourceRecord],
    names: NameReader = NameReader()
  ) -> [SourceRecord] {
    var records = records
    RejectedIDs.hide(from: &records, knowing: witnesses, names)
    return records
  }

  /// Merges all records that describe the same entity.
  ///
  /// Kinds may be mixed. The result does not depend on the order of `records` or on duplicates, and
  /// is sorted by id. If `rejectsIDs`, foreign ids do not count that other records reject, or these `witnesses` from earlier calls; what
  /// only witnesses dispute counts. Records with ids that `links` know as those of one entity are joined.
  package static func merge(
    _ records: [SourceRecord],
    rejectsIDs: Bool = true,
    knowing witnesses: [SourceRecord] = [],
    policy: MergePolicy = .standard,
    verdicts: UserVerdicts = .empty,
    links: KnownLinks = .none,
    names: NameReader = NameReader()
  ) -> [MergedEntity] {
    var records = SourceRecord.sorted(records)
    if rejectsIDs {
      RejectedIDs.hide(from: &records, knowing: witnesses, mayDispute: false, names)
    }
    let index = VerdictIndex(verdicts, applyingTo: &records)
    let entities = Matcher(records, verdicts: index, links: links, names).clusters.map { cluster in
      // Without the hidden ids, the order may be another.
      let records = cluster.map { records[$0] }.sorted { $0.precedes($1) }
      return MergedEntity(records: records, policy: policy, names)
    }
    return entities.sorted { $0.entity.id < $1.entity.id }
  }

  /// What the comparison of two records finds: the names of the weights that count.
  package struct Finding: Sendable {
    package let one: Int
    package let other: Int
    package let weights: [String]
  }

  /// Returns what the comparisons of these records find, for fitting the weights: of all pairs, or of those that have something in
  /// common.
  package static func findings(among records: [SourceRecord], all: Bool) -> [Finding] {
    var records = records
    RejectedIDs.hide(from: &records, knowing: [], NameReader())
    let verdicts = VerdictIndex(.empty, applyingTo: &records)
    let matcher = Matcher(records, verdicts: verdicts, NameReader())
    let pairs = all ? CandidatePairs.all(of: matcher) : CandidatePairs.withCommonKey(of: matcher)
    return pairs.map { Finding(one: $0, other: $1, weights: matcher.findings($0, $1)) }
  }

  /// Returns the normalized title of an album without edition and version.
  package static func plainTitle(_ title: String) -> String { ParsedTitle(title).core.text }

  /// Whether an album is a single or an EP, by its kind or its title.
  package static func isShort(_ album: Album) -> Bool {
    album.albumKind == .single || album.albumKind == .ep
      || !ParsedTitle(album.title).marks.isDisjoint(with: [.single, .ep])
  }

  /// Sorts search hits by how well the name matches, then by sources, chart position and position.
  ///
  /// Originals come before tributes, karaoke and covers, and those by exactly `artist`, if one is asked for, before others. Exact names
  /// come first, then names equal but for case and accents, then prefixes, then the rest; albums before compilations.
  /// Without a text, only sources and positions count. Among names that are not exact, those with the
  /// lowest `preference` come first. `names` are the names parsed so far.
  package static func ranked(
    _ entities: [MergedEntity],
    for text: String?,
    artist: String? = nil,
    names: NameReader = NameReader(),
    position: (MergedEntity) -> Int = { _ in 0 },
    preference: (MergedEntity) -> Int = { _ in 0 }
  ) -> [MergedEntity] {
    let query = text.map { SearchText($0, artist: artist) }
    let artists = Set(entities.compactMap { $0.entity.asArtist.map { names.name($0.name) } })
    return entities.map { entity in
      let rank = SearchRank(
        entity,
        query?.fit(of: entity.entity, names),
        query?.place(of: entity.entity, names) ?? .original,
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
