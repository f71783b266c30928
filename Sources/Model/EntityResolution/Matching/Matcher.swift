import BusProtocol
import MusicModel

/// Decides which records describe the same entity.
///
/// The features of each record are read once. ``CandidatePairs`` compares records that have something
/// in common, and ``Clusters`` joins the matching ones.
struct Matcher {
  private let records: [ComparedRecord]
  private let verdicts: VerdictIndex

  /// What is compared of a record. A class, because it is handed on for every comparison.
  private final class ComparedRecord: Sendable, Hashable {
    let features: Features
    let ids: RecordIDs
    /// Those that no edition has.
    private let idsOfEntity: RecordIDs
    /// The groups of user verdicts that are about it.
    let groups: [Int]
    let provider: ProviderID
    /// The entities to which it is known to belong.
    let facts: [EntityID]
    /// Those to which it was guessed to belong.
    let guesses: [EntityID]
    /// Whether its name is a guess, which does not count as evidence.
    let isGuessed: Bool

    init(_ record: SourceRecord, _ features: Features, groups: [Int], _ links: KnownLinks) {
      provider = record.provider
      self.features = features
      ids = RecordIDs(record)
      idsOfEntity = ids.ofEntity
      isGuessed = record.entity.isGuessed
      self.groups = groups
      facts = links.facts(about: record)
      guesses = links.guesses(about: record)
    }

    /// Whether both compare alike: they differ in nothing but ids of editions.
    static func == (one: ComparedRecord, other: ComparedRecord) -> Bool {
      one.features == other.features && one.idsOfEntity == other.idsOfEntity
        && one.groups == other.groups && one.facts == other.facts && one.guesses == other.guesses
        && one.isGuessed == other.isGuessed
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(features)
      hasher.combine(idsOfEntity)
    }
  }

  init(
    _ records: [SourceRecord],
    verdicts: VerdictIndex,
    links: KnownLinks = .none,
    _ names: NameReader
  ) {
    self.verdicts = verdicts
    var features = records.map { Features($0, names, links) }
    ArtistNames(records, features).apply(to: &features, of: records)
    self.records = zip(records, features).map { record, features in
      ComparedRecord(
        record,
        features,
        groups: verdicts.groups(of: record.entity),
        links
      )
    }
  }

  /// The records of each entity, as indices of the records.
  var clusters: [[Int]] { Clusters(of: self, CandidatePairs(of: self)).all }

  var count: Int { records.count }

  /// The score from which a record is joined with an undecided one that nothing contradicts.
  func minPossibleMatch(of record: Int) -> Int { records[record].features.minPossibleMatch }

  /// The blocking keys of a record: an equal one is a reason to compare two records.
  func keys(of record: Int) -> [BlockingKey] {
    let record = records[record]
    return record.ids.keys + Set(record.facts + record.guesses).sorted().map { .link($0) }
      + record.groups.filter(verdicts.isJoined).map { .verdict($0) }
      + (record.isGuessed ? [] : record.features.keys)
  }

  /// The names of the weights of two records' evidence.
  func findings(_ one: Int, _ other: Int) -> [String] {
    evidence(one, other).items.map(\.weight.name)
  }

  /// For each record, the first one that compares like it.
  var representatives: [Int] {
    var first: [ComparedRecord: Int] = [:]
    return records.indices.map { index in
      let known = first[records[index]] ?? index
      first[records[index]] = known
      return known
    }
  }

  /// Scores two records: user verdicts, then ids, then features.
  ///
  /// If `countingEditions` is false, a shared id of an edition does not count. If `completely` is false,
  /// features do not count once a verdict or an id has decided. If it is not `itemized`, it has no items.
  func evidence(
    _ one: Int,
    _ other: Int,
    countingEditions: Bool = true,
    completely: Bool = false,
    itemized: Bool = true
  ) -> Evidence {
    let (one, other) = (records[one], records[other])
    var evidence = Evidence(itemized: itemized)
    switch verdicts.relation(one.groups, other.groups) {
    case .same: evidence.add(.userVerdict, Weights.userVerdict)
    case .different: evidence.add(.userVerdict, Weights.otherVerdict)
    case nil: break
    }
    if evidence.isDecided, !completely { return evidence }
    if one.facts.contains(where: other.facts.contains), !one.ids.disputes(other.ids),
      !other.ids.disputes(one.ids)
    {
      evidence.add(.link, Weights.link)
      if !completely { return evidence }
    }
    if !one.features.idsAreMeaningless || !other.features.idsAreMeaningless {
      one.ids.compare(with: other.ids, countingEditions: countingEditions, into: &evidence)
    }
    if evidence.isDecided, !completely { return evidence }
    if one.isGuessed || other.isGuessed { return evidence }
    switch (one.features, other.features) {
    case (.artist(let one), .artist(let other)):
      ArtistComparison(one: one, other: other).score(into: &evidence)
    case (.album(let one), .album(let other)):
      AlbumComparison(one: one, other: other).score(into: &evidence)
    case (.song(let one), .song(let other)):
      SongComparison(one: one, other: other).score(into: &evidence)
    default: break
    }
    // What was guessed once does not stand against what is known now, nor for two records that one source keeps apart.
    if one.provider != other.provider, !evidence.isContradicted,
      one.guesses.contains(where: other.guesses.contains)
    {
      evidence.add(.guess, Weights.guess)
    }
    return evidence
  }
}
