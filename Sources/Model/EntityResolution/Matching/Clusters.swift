/// Groups records into clusters of one entity each.
///
/// The best pairs are joined first. Two clusters are joined only if no record of one conflicts with a
/// record of the other: of "A is B, B is C, but A is not C" the weaker pair is dropped. If neither is
/// clearly weaker, both are dropped: a record that fits two different entities joins neither. At the end,
/// undecided clusters are joined if nothing contradicts it and neither fits any other.
struct Clusters {
  private let matcher: Matcher
  /// For each record, its pairs, the best first.
  private let matches: [[ScoredPair]]
  private let possibleMatches: [[ScoredPair]]
  /// For each record, the first one that compares like it. Such records conflict with the same records.
  private let representatives: [Int]
  /// For each record, the index of its cluster.
  private var clusters: [Int]
  /// The records of each cluster; none if it was joined with another.
  private var members: [[Int]]
  /// The different representatives of each cluster's records.
  private var profiles: [[Int]]
  /// The number of pairs scored to check for conflicts.
  private(set) var comparisons = 0

  /// The maximum number of representatives compared to join two clusters. It bounds the work if hundreds
  /// of records are nearly equal; larger clusters are joined by ids or not at all.
  static let maxComparisons = 4_096

  init(of matcher: Matcher, _ candidates: CandidatePairs) {
    self.matcher = matcher
    matches = Clusters.byRecord(candidates.matches, count: matcher.count)
    possibleMatches = Clusters.byRecord(candidates.possibleMatches, count: matcher.count)
    representatives = matcher.representatives
    clusters = Array(0..<matcher.count)
    members = clusters.map { [$0] }
    profiles = representatives.map { [$0] }
    for match in candidates.matches where !areTogether(match) && !isAmbiguous(match) {
      join(match)
    }
    for pair in candidates.possibleMatches where !areTogether(pair) && fitsNothingElse(pair) {
      join(pair)
    }
  }

  /// The records of each cluster.
  var all: [[Int]] { members.filter { !$0.isEmpty } }

  private static func byRecord(_ pairs: [ScoredPair], count: Int) -> [[ScoredPair]] {
    var all = [[ScoredPair]](repeating: [], count: count)
    for pair in pairs {
      all[pair.one].append(pair)
      all[pair.other].append(pair)
    }
    return all
  }

  private func areTogether(_ pair: ScoredPair) -> Bool {
    clusters[pair.one] == clusters[pair.other]
  }

  /// Joins the clusters of two records unless a conflict is as strong as their match.
  private mutating func join(_ pair: ScoredPair) {
    let (one, other) = (clusters[pair.one], clusters[pair.other])
    let work = profiles[one].count * profiles[other].count
    if work > Clusters.maxComparisons, pair.points < Weights.decisive { return }
    for first in profiles[one] {
      for second in profiles[other]
      where conflict(first, in: one, second, in: other, joinedBy: pair.points) {
        return
      }
    }
    // Relabelling the smaller cluster keeps the work of all joins nearly linear.
    let (into, from) = members[one].count < members[other].count ? (other, one) : (one, other)
    for record in members[from] { clusters[record] = into }
    members[into] += members[from]
    members[from] = []
    profiles[into] += profiles[from].filter { !profiles[into].contains($0) }
    profiles[from] = []
  }

  /// Whether any two records of two clusters conflict that compare like two representatives.
  private mutating func conflict(
    _ first: Int,
    in one: Int,
    _ second: Int,
    in other: Int,
    joinedBy points: Int
  ) -> Bool {
    comparisons += 1
    // A match by id counts for these two records only.
    if let match = match(first, second), match.points < Weights.decisive { return false }
    let evidence = matcher.evidence(first, second, countingEditions: false, itemized: false)
    guard isAgainst(evidence.points, joinedBy: points) else { return false }
    let others = members[other].filter { representatives[$0] == second }
    for record in members[one] where representatives[record] == first {
      for other in others {
        comparisons += 1
        if areDifferent(record, other, joinedBy: points) { return true }
      }
    }
    return false
  }

  private func match(_ one: Int, _ other: Int) -> ScoredPair? {
    matches[one].first { $0.partner(of: one) == other }
  }

  /// Whether two records differ. A shared id may join records that otherwise do.
  private func areDifferent(_ one: Int, _ other: Int, joinedBy points: Int) -> Bool {
    match(one, other) == nil
      && isAgainst(matcher.evidence(one, other, itemized: false).points, joinedBy: points)
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
    for rival in matches[record] {
      guard rival.points > match.points - Weights.margin else { return false }
      let third = rival.partner(of: record)
      // Records already joined with either of the two are checked on joining.
      if clusters[third] == clusters[record] || clusters[third] == clusters[chosen] { continue }
      if areDifferent(third, chosen, joinedBy: match.points) { return true }
    }
    return false
  }

  private func fitsNothingElse(_ pair: ScoredPair) -> Bool {
    let both = [clusters[pair.one], clusters[pair.other]]
    return both.allSatisfy { cluster in
      members[cluster].allSatisfy { record in
        (matches[record] + possibleMatches[record]).allSatisfy { pair in
          both.contains(clusters[pair.partner(of: record)])
        }
      }
    }
  }
}
