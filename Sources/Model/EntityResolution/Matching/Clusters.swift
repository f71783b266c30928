/// Groups records into clusters of one entity each.
///
/// The best pairs are joined first. Two clusters are joined only if no record of one conflicts with a
/// record of the other: of "A is B, B is C, but A is not C" the weaker pair is dropped. If neither is
/// clearly weaker, both are dropped: a record that fits two different entities joins neither. At the end,
/// undecided clusters are joined if nothing contradicts it and neither fits any other.
struct Clusters<Kind: MatchFeatures> {
  private let batch: RecordBatch<Kind>
  private let candidates: CandidatePairs
  private let oneRecordPerProvider: Bool
  /// For each record, the first record of its cluster.
  private var heads: [Int32]
  private var members: DisjointSets
  /// One record per fingerprint for each cluster. Records with equal fingerprints conflict with the
  /// same records.
  private var fingerprints: DisjointSets
  /// For the first record of a cluster, the number of fingerprints.
  private var fingerprintCounts: [Int32]
  /// The number of pairs scored to check for conflicts.
  private(set) var comparisons = 0

  /// The maximum number of fingerprint pairs compared to join two clusters. It bounds the work if hundreds
  /// of records are nearly equal; larger clusters are joined by ids or not at all.
  static var maxComparisons: Int { 4_096 }

  init(of batch: RecordBatch<Kind>, _ candidates: CandidatePairs, oneRecordPerProvider: Bool) {
    self.batch = batch
    self.candidates = candidates
    self.oneRecordPerProvider = oneRecordPerProvider
    heads = (0..<Int32(batch.count)).map { $0 }
    members = DisjointSets(count: batch.count)
    fingerprints = DisjointSets(count: batch.count)
    fingerprintCounts = [Int32](repeating: 1, count: batch.count)
    for match in candidates.matches.all where !areTogether(match) && !isAmbiguous(match) {
      join(match)
    }
    for pair in candidates.possibleMatches.all where !areTogether(pair) && fitsNothingElse(pair) {
      join(pair)
    }
  }

  /// The clusters in the order of their first records, each sorted.
  var all: [[Int]] {
    heads.indices.compactMap { record in
      guard Int(heads[record]) == record else { return nil }
      var cluster = members.all(in: record)
      cluster.sort()
      return cluster
    }
  }

  private func head(_ record: Int) -> Int { Int(heads[record]) }

  private func areTogether(_ match: ScoredPair) -> Bool { heads[match.one] == heads[match.other] }

  private mutating func join(_ match: ScoredPair) {
    let (one, other) = (head(match.one), head(match.other))
    var comparisons = comparisons
    let doAgree = canJoin(one, other, joinedBy: match.points, &comparisons)
    self.comparisons = comparisons
    guard doAgree else { return }
    let (into, from) = (min(one, other), max(one, other))
    addFingerprints(of: from, to: into)
    members.forEach(in: from) { heads[$0] = Int32(into) }
    members.join(into, from)
  }

  private mutating func addFingerprints(of from: Int, to into: Int) {
    while let fingerprint = fingerprints.removeNext(of: from) {
      addFingerprint(fingerprint, to: into)
    }
    addFingerprint(from, to: into)
  }

  private mutating func addFingerprint(_ fingerprint: Int, to into: Int) {
    let isKnown = fingerprints.contains(in: into) {
      batch.fingerprints[$0] == batch.fingerprints[fingerprint]
    }
    guard !isKnown else { return }
    fingerprints.join(into, fingerprint)
    fingerprintCounts[into] += 1
  }

  /// Whether no conflict between two clusters is as strong as the match that would join them.
  private func canJoin(
    _ one: Int,
    _ other: Int,
    joinedBy points: Int,
    _ comparisons: inout Int
  ) -> Bool {
    if Int(fingerprintCounts[one]) * Int(fingerprintCounts[other]) > Clusters.maxComparisons,
      points < Weights.decisive
    {
      return false
    }
    return !fingerprints.contains(in: one) { fingerprint in
      fingerprints.contains(in: other) { otherFingerprint in
        comparisons += 1
        return fingerprintsConflict(fingerprint, otherFingerprint, joinedBy: points)
          && containsConflict(fingerprint, otherFingerprint, joinedBy: points, &comparisons)
      }
    }
  }

  /// Whether two records conflict, based on all records with the same fingerprints.
  private func fingerprintsConflict(_ one: Int, _ other: Int, joinedBy points: Int) -> Bool {
    if oneRecordPerProvider, batch.providers[one] == batch.providers[other] { return true }
    // A match by id counts for these two records only.
    if let match = candidates.matches.between(one, other), match.points < Weights.decisive {
      return false
    }
    return isAgainst(batch.scoreOfFingerprints(one, other).points, joinedBy: points)
  }

  /// Whether any two records with these fingerprints conflict. A shared id may join records that otherwise
  /// differ.
  private func containsConflict(
    _ fingerprint: Int,
    _ otherFingerprint: Int,
    joinedBy points: Int,
    _ comparisons: inout Int
  ) -> Bool {
    members.contains(in: fingerprint) { one in
      guard batch.fingerprints[one] == batch.fingerprints[fingerprint] else { return false }
      return members.contains(in: otherFingerprint) { other in
        guard batch.fingerprints[other] == batch.fingerprints[otherFingerprint] else {
          return false
        }
        comparisons += 1
        return areDifferent(one, other, joinedBy: points)
      }
    }
  }

  private func areDifferent(_ one: Int, _ other: Int, joinedBy points: Int) -> Bool {
    if oneRecordPerProvider, batch.providers[one] == batch.providers[other] { return true }
    if candidates.matches.between(one, other) != nil { return false }
    return isAgainst(batch.total(one, other).points, joinedBy: points)
  }

  private func isAgainst(_ against: Int, joinedBy points: Int) -> Bool {
    // Ids outweigh other evidence, and user verdicts outweigh ids.
    points >= Weights.decisive ? -against >= points / 2 : against <= Weights.different
  }

  /// Whether one of the two records fits a different record nearly as well.
  private func isAmbiguous(_ match: ScoredPair) -> Bool {
    isAmbiguous(match, at: match.one) || isAmbiguous(match, at: match.other)
  }

  private func isAmbiguous(_ match: ScoredPair, at record: Int) -> Bool {
    let chosen = match.partner(of: record)
    for rival in candidates.matches.of(record) {
      guard rival.points > match.points - Weights.margin else { return false }
      let third = rival.partner(of: record)
      // Records already joined with either of the two are checked on joining.
      if heads[third] == heads[record] || heads[third] == heads[chosen] { continue }
      if areDifferent(third, chosen, joinedBy: match.points) { return true }
    }
    return false
  }

  private func fitsNothingElse(_ pair: ScoredPair) -> Bool {
    let (one, other) = (head(pair.one), head(pair.other))
    return fits(one, nothingBut: other) && fits(other, nothingBut: one)
  }

  private func fits(_ cluster: Int, nothingBut chosen: Int) -> Bool {
    !members.contains(in: cluster) { record in
      [candidates.matches, candidates.possibleMatches].contains { matches in
        matches.of(record).contains { match in
          let partner = head(match.partner(of: record))
          return partner != cluster && partner != chosen
        }
      }
    }
  }
}
