import MusicModel

/// Records of one kind, read and ready to be compared with each other.
final class RecordBatch<Kind: MatchFeatures>: Sendable {
  let profiles: [Kind]
  let pool: NameArena
  let identities: RecordIdentifiers
  /// Of each record the number of its provider.
  let providers: [Int]
  /// Of each record the group that persons' verdicts put it into, or -1.
  let groups: [Int]
  /// Of each record a hash of all that is compared: equal for records that only ids tell apart of
  /// which a thing may have many.
  let looks: [UInt64]
  private let verdicts: VerdictIndex

  init(_ reading: BatchReading<Kind>) {
    profiles = reading.profiles
    pool = reading.reader.pool
    identities = reading.identities
    providers = reading.providers
    groups = reading.groups
    looks = reading.looks
    verdicts = reading.verdicts
  }

  var count: Int { profiles.count }

  /// Weighs all that is known of two records: a person's word, their ids, what they say.
  func weigh<Sink: EvidenceSink>(
    _ one: Int,
    _ other: Int,
    countingEditions: Bool = true,
    into sink: inout Sink
  ) {
    if groups[one] >= 0, groups[other] >= 0 {
      if groups[one] == groups[other] {
        sink.add(.person, Weights.person)
      } else if verdicts.areDifferent(groups[one], groups[other]) {
        sink.add(.person, -Weights.person)
      }
    }
    if sink.isDecided { return }
    if !profiles[one].idsAreMeaningless || !profiles[other].idsAreMeaningless {
      identities.weigh(one, other, countingEditions: countingEditions, into: &sink)
    }
    if sink.isDecided { return }
    Kind.weigh(profiles[one], profiles[other], pool, into: &sink)
  }

  /// Whether two records that share neither an id nor a verdict need not be weighed.
  func areOutOfReach(_ one: Int, _ other: Int, closely: Bool) -> Bool {
    Kind.areOutOfReach(profiles[one], profiles[other], pool, closely: closely)
  }

  func tally(_ one: Int, _ other: Int) -> ScoreTotal {
    var tally = ScoreTotal()
    weigh(one, other, into: &tally)
    return tally
  }

  /// What it comes to for all records that look like these two: an id of an edition that the two have
  /// in common says nothing of the others.
  func tallyOfLooks(_ one: Int, _ other: Int) -> ScoreTotal {
    var tally = ScoreTotal()
    weigh(one, other, countingEditions: false, into: &tally)
    return tally
  }
}

extension MatchFeatures {
  static func areOutOfReach(
    _ one: Self,
    _ other: Self,
    _ pool: NameArena,
    closely: Bool
  ) -> Bool { false }
  var idsAreMeaningless: Bool { false }
  static var hintMin: Int { Weights.same }
  func forEachWeakKey(_ pool: NameArena, _ body: (UInt64) -> Void) {}
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
