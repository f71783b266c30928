import MusicModel

/// The features of records of one kind, ready for comparison.
final class RecordBatch<Kind: MatchFeatures>: Sendable {
  let features: [Kind]
  let arena: NameArena
  let identifiers: RecordIdentifiers
  /// The provider number of each record.
  let providers: [Int]
  /// The groups of each record according to user verdicts.
  let groups: [[Int]]
  /// A hash of all compared features of each record. Records that differ only in edition ids have equal
  /// fingerprints.
  let fingerprints: [UInt64]
  private let verdicts: VerdictIndex

  init(_ reading: BatchReading<Kind>) {
    features = reading.features
    arena = reading.extractor.arena
    identifiers = reading.identifiers
    providers = reading.providers
    groups = reading.groups
    fingerprints = reading.fingerprints
    verdicts = reading.verdicts
  }

  var count: Int { features.count }

  /// Scores all evidence about two records: user verdict, ids, features.
  func score<Sink: EvidenceSink>(
    _ one: Int,
    _ other: Int,
    countingEditions: Bool = true,
    into sink: inout Sink
  ) {
    if !groups[one].isEmpty, !groups[other].isEmpty {
      switch verdicts.relation(groups[one], groups[other]) {
      case .same: sink.add(.userVerdict, Weights.userVerdict)
      case .different: sink.add(.userVerdict, -Weights.userVerdict)
      case nil: break
      }
    }
    if sink.isDecided { return }
    if !features[one].idsAreMeaningless || !features[other].idsAreMeaningless {
      identifiers.score(one, other, countingEditions: countingEditions, into: &sink)
    }
    if sink.isDecided { return }
    Kind.score(features[one], features[other], arena, into: &sink)
  }

  /// Whether two records that share neither an id nor a verdict need no scoring.
  func cannotMatch(_ one: Int, _ other: Int, closely: Bool) -> Bool {
    Kind.cannotMatch(features[one], features[other], arena, closely: closely)
  }

  /// The groups of a record that a "same" verdict made.
  func joinedGroups(of record: Int) -> [Int] {
    groups[record].filter(verdicts.isJoined)
  }

  func total(_ one: Int, _ other: Int) -> ScoreTotal {
    var total = ScoreTotal()
    score(one, other, into: &total)
    return total
  }

  /// The score for all records with these two fingerprints. A shared edition id counts for two
  /// records only.
  func scoreOfFingerprints(_ one: Int, _ other: Int) -> ScoreTotal {
    var total = ScoreTotal()
    score(one, other, countingEditions: false, into: &total)
    return total
  }
}

extension MatchFeatures {
  static func cannotMatch(
    _ one: Self,
    _ other: Self,
    _ arena: NameArena,
    closely: Bool
  ) -> Bool { false }
  var idsAreMeaningless: Bool { false }
  static var minPossibleMatch: Int { Weights.same }
  static var usualKeys: Int { 3 }
  func forEachWeakKey(_ arena: NameArena, _ body: (UInt64) -> Void) {}
  var lacksKeys: Bool { false }
}

extension MatchDecision {
  init(points: Int) {
    self =
      if points >= Weights.same {
        .same
      } else if points <= Weights.different {
        .different
      } else {
        .undecided
      }
  }
}
