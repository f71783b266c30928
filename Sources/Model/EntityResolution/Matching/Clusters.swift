/// Sorts records into clusters of which each is one thing.
///
/// The best pairs are joined first. Two clusters are joined only if no record of the one is
/// different from a record of the other, so that of "A is B, B is C, but A is not C" the weaker
/// pair is left out. Where neither is clearly weaker, both are left out: a record that fits two
/// different things is joined to none. At the end, clusters of which it is not enough to tell are
/// joined where nothing speaks against it and neither fits anything else.
struct Clusters<Kind: MatchFeatures> {
  private let batch: RecordBatch<Kind>
  private let candidates: CandidatePairs
  private let oneRecordPerProvider: Bool
  /// Of each record the first record of its cluster.
  private var heads: [Int32]
  private var members: DisjointSets
  /// Of each cluster one record of each look: what is different from it is so from all that look the
  /// same.
  private var looks: DisjointSets
  /// Of the first record of a cluster how many looks there are.
  private var lookCounts: [Int32]
  /// How many pairs were weighed to see whether clusters agree.
  private(set) var comparisons = 0

  /// How many pairs of looks are compared to join two clusters. It bounds the work where hundreds of
  /// records are nearly alike; clusters that would need more are joined by ids or not at all.
  static var comparisonsMax: Int { 4_096 }

  init(of batch: RecordBatch<Kind>, _ candidates: CandidatePairs, oneRecordPerProvider: Bool) {
    self.batch = batch
    self.candidates = candidates
    self.oneRecordPerProvider = oneRecordPerProvider
    heads = (0..<Int32(batch.count)).map { $0 }
    members = DisjointSets(count: batch.count)
    looks = DisjointSets(count: batch.count)
    lookCounts = [Int32](repeating: 1, count: batch.count)
    for match in candidates.matches.all where !areTogether(match) && !isContested(match) {
      join(match)
    }
    for hint in candidates.hints.all where !areTogether(hint) && fitsNothingElse(hint) {
      join(hint)
    }
  }

  /// The clusters in the order of their first records, each sorted.
  var all: [[Int]] {
    heads.indices.compactMap { record in
      Int(heads[record]) == record ? members.all(in: record).sorted() : nil
    }
  }

  private func head(_ record: Int) -> Int { Int(heads[record]) }

  private func areTogether(_ match: ScoredPair) -> Bool { heads[match.one] == heads[match.other] }

  private mutating func join(_ match: ScoredPair) {
    let (one, other) = (head(match.one), head(match.other))
    var comparisons = comparisons
    let doAgree = agree(one, other, joinedBy: match.points, &comparisons)
    self.comparisons = comparisons
    guard doAgree else { return }
    let (into, from) = (min(one, other), max(one, other))
    addLooks(of: from, to: into)
    for member in members.all(in: from) { heads[member] = Int32(into) }
    members.join(into, from)
  }

  private mutating func addLooks(of from: Int, to into: Int) {
    for look in looks.takeApart(from) {
      if looks.contains(in: into, where: { batch.looks[$0] == batch.looks[look] }) { continue }
      looks.join(into, look)
      lookCounts[into] += 1
    }
  }

  /// Whether nothing keeps two clusters apart that is as strong as what joins them.
  private func agree(
    _ one: Int,
    _ other: Int,
    joinedBy points: Int,
    _ comparisons: inout Int
  ) -> Bool {
    if Int(lookCounts[one]) * Int(lookCounts[other]) > Clusters.comparisonsMax,
      points < Weights.decisive
    {
      return false
    }
    return !looks.contains(in: one) { look in
      looks.contains(in: other) { otherLook in
        comparisons += 1
        return lookDifferent(look, otherLook, joinedBy: points)
          && haveDifferent(look, otherLook, joinedBy: points, &comparisons)
      }
    }
  }

  /// Whether two records are different by what all records say that look like them.
  private func lookDifferent(_ one: Int, _ other: Int, joinedBy points: Int) -> Bool {
    if oneRecordPerProvider, batch.providers[one] == batch.providers[other] { return true }
    // What matches by an id matches for itself alone.
    if let match = candidates.matches.between(one, other), match.points < Weights.decisive {
      return false
    }
    return isAgainst(batch.tallyOfLooks(one, other).points, joinedBy: points)
  }

  /// Whether any two records that look like these are different. An id that two have in common for
  /// themselves may join what else looks different.
  private func haveDifferent(
    _ look: Int,
    _ otherLook: Int,
    joinedBy points: Int,
    _ comparisons: inout Int
  ) -> Bool {
    members.contains(in: look) { one in
      guard batch.looks[one] == batch.looks[look] else { return false }
      return members.contains(in: otherLook) { other in
        guard batch.looks[other] == batch.looks[otherLook] else { return false }
        comparisons += 1
        return areDifferent(one, other, joinedBy: points)
      }
    }
  }

  private func areDifferent(_ one: Int, _ other: Int, joinedBy points: Int) -> Bool {
    if oneRecordPerProvider, batch.providers[one] == batch.providers[other] { return true }
    if candidates.matches.between(one, other) != nil { return false }
    return isAgainst(batch.tally(one, other).points, joinedBy: points)
  }

  private func isAgainst(_ against: Int, joinedBy points: Int) -> Bool {
    // Ids are above what records say, and a person's word is above ids.
    points >= Weights.decisive ? -against >= points / 2 : against <= Weights.different
  }

  /// Whether one of the two records fits something else nearly as well that is different.
  private func isContested(_ match: ScoredPair) -> Bool {
    isContested(match, at: match.one) || isContested(match, at: match.other)
  }

  private func isContested(_ match: ScoredPair, at record: Int) -> Bool {
    let chosen = match.partner(of: record)
    for rival in candidates.matches.of(record) {
      guard rival.points > match.points - Weights.margin else { return false }
      let third = rival.partner(of: record)
      // What is one with either of the two already is looked at when they are joined.
      if heads[third] == heads[record] || heads[third] == heads[chosen] { continue }
      if areDifferent(third, chosen, joinedBy: match.points) { return true }
    }
    return false
  }

  private func fitsNothingElse(_ hint: ScoredPair) -> Bool {
    let (one, other) = (head(hint.one), head(hint.other))
    return fits(one, nothingBut: other) && fits(other, nothingBut: one)
  }

  private func fits(_ cluster: Int, nothingBut chosen: Int) -> Bool {
    !members.contains(in: cluster) { record in
      [candidates.matches, candidates.hints].contains { matches in
        matches.of(record).contains { match in
          let partner = head(match.partner(of: record))
          return partner != cluster && partner != chosen
        }
      }
    }
  }
}
