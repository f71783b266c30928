import MusicModel

/// Records of one kind, read and ready to be compared with each other.
final class Batch<Kind: Profile> {
  let profiles: [Kind]
  let pool: NamePool
  let identities: Identities
  /// Of each record the number of its provider.
  let providers: [Int]
  /// Of each record the group that persons' verdicts put it into, or -1.
  let groups: [Int]
  let verdicts: VerdictIndex

  init(
    profiles: [Kind],
    pool: NamePool,
    identities: Identities,
    providers: [Int],
    groups: [Int],
    verdicts: VerdictIndex
  ) {
    self.profiles = profiles
    self.pool = pool
    self.identities = identities
    self.providers = providers
    self.groups = groups
    self.verdicts = verdicts
  }

  var count: Int { profiles.count }

  /// Weighs all that is known of two records: a person's word, their ids, what they say.
  func weigh<Sink: EvidenceSink>(_ one: Int, _ other: Int, into sink: inout Sink) {
    if groups[one] >= 0, groups[other] >= 0 {
      if groups[one] == groups[other] {
        sink.add(.person, Weights.person)
      } else if verdicts.areDifferent(groups[one], groups[other]) {
        sink.add(.person, -Weights.person)
      }
    }
    if sink.isDecided { return }
    if !profiles[one].idsAreMeaningless || !profiles[other].idsAreMeaningless {
      identities.weigh(one, other, into: &sink)
    }
    if sink.isDecided { return }
    Kind.weigh(profiles[one], profiles[other], pool, into: &sink)
  }

  func tally(_ one: Int, _ other: Int) -> Tally {
    var tally = Tally()
    weigh(one, other, into: &tally)
    return tally
  }
}

extension Profile {
  var idsAreMeaningless: Bool { false }
  static var hintMin: Int { Weights.same }
  func forEachWeakKey(_ pool: NamePool, _ body: (UInt64) -> Void) {}
  var lacksKeys: Bool { false }
}

extension Verdict {
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
