/// Sorts records into clusters of which each is one thing.
///
/// The best pairs are joined first. Two clusters are joined only if no record of the one is
/// different from a record of the other, so that of "A is B, B is C, but A is not C" the weaker
/// pair is left out. Where neither is clearly weaker, both are left out: a record that fits two
/// different things is joined to none. At the end, clusters of which it is not enough to tell are
/// joined where nothing speaks against it and neither fits anything else.
struct Clusters<Kind: Profile> {
  private let batch: Batch<Kind>
  private let candidates: Candidates
  private let oneRecordPerProvider: Bool
  /// Of each record the first record of its cluster.
  private var heads: [Int32]
  /// Of the first record of a cluster all of its records, where there are several.
  private var members: [Int: [Int]] = [:]

  /// How many pairs of records are compared to join two clusters. It bounds the work where hundreds
  /// of records look alike; clusters that would need more are joined by ids or not at all.
  static var comparisonsMax: Int { 4_096 }

  init(of batch: Batch<Kind>, _ candidates: Candidates, oneRecordPerProvider: Bool) {
    self.batch = batch
    self.candidates = candidates
    self.oneRecordPerProvider = oneRecordPerProvider
    heads = (0..<Int32(batch.count)).map { $0 }
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
      guard Int(heads[record]) == record else { return nil }
      return members[record]?.sorted() ?? [record]
    }
  }

  private func head(_ record: Int) -> Int { Int(heads[record]) }

  private func areTogether(_ match: Match) -> Bool { heads[match.one] == heads[match.other] }

  private mutating func join(_ match: Match) {
    let (one, other) = (head(match.one), head(match.other))
    let (left, right) = (members[one] ?? [one], members[other] ?? [other])
    guard agree(left, right, joinedBy: match.points) else { return }
    let (into, from) = (min(one, other), max(one, other))
    for record in members[from] ?? [from] { heads[record] = Int32(into) }
    members[into] = left + right
    members[from] = nil
  }

  /// Whether nothing keeps two clusters apart that is as strong as what joins them.
  private func agree(_ left: [Int], _ right: [Int], joinedBy points: Int) -> Bool {
    if left.count * right.count > Clusters.comparisonsMax, points < Weights.decisive {
      return false
    }
    for one in left {
      for other in right where areDifferent(one, other, joinedBy: points) { return false }
    }
    return true
  }

  private func areDifferent(_ one: Int, _ other: Int, joinedBy points: Int) -> Bool {
    if oneRecordPerProvider, batch.providers[one] == batch.providers[other] { return true }
    if candidates.matches.contains(one, other) { return false }
    let against = batch.tally(one, other).points
    // Ids are above what records say, and a person's word is above ids.
    if points >= Weights.decisive { return -against >= points / 2 }
    return against <= Weights.different
  }

  /// Whether one of the two records fits something else nearly as well that is different.
  private func isContested(_ match: Match) -> Bool {
    isContested(match, at: match.one) || isContested(match, at: match.other)
  }

  private func isContested(_ match: Match, at record: Int) -> Bool {
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

  private func fitsNothingElse(_ hint: Match) -> Bool {
    let (one, other) = (head(hint.one), head(hint.other))
    return fits(one, nothingBut: other) && fits(other, nothingBut: one)
  }

  private func fits(_ cluster: Int, nothingBut chosen: Int) -> Bool {
    for record in members[cluster] ?? [cluster] {
      for matches in [candidates.matches, candidates.hints] {
        for match in matches.of(record) {
          let partner = head(match.partner(of: record))
          if partner != cluster, partner != chosen { return false }
        }
      }
    }
    return true
  }
}
