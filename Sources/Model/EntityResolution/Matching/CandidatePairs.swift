/// The pairs of records that match or may match, based on the two records alone.
struct CandidatePairs {
  /// Matching pairs.
  let matches: Matches
  /// Undecided pairs without evidence against them.
  let possibleMatches: Matches
  /// The number of scored pairs.
  let comparisons: Int

  /// The maximum number of records that a record is compared with: those with the most shared keys. It is
  /// three times the usual number of records per song, and bounds the work if hundreds look alike. (At most
  /// ``BlockingIndex/maxChain``, so that records with a shared id are compared.)
  static let maxComparisons = 12
  /// The number of matches after which a record needs no more: further ones are found through these.
  private static let maxMatches = 6

  /// The pairs found for some of the records.
  private struct Found: Sendable {
    var matches: [ScoredPair] = []
    var possibleMatches: [ScoredPair] = []
    var comparisons = 0
  }

  /// Compares the records that share keys.
  init<Kind: MatchFeatures>(in batch: RecordBatch<Kind>) {
    let index = BlockingIndex(batch.blockKeys)
    let found = CandidatePairs.find(in: batch, index)
    matches = Matches(found.matches, records: batch.count)
    possibleMatches = Matches(found.possibleMatches, records: batch.count)
    comparisons = found.comparisons
  }

  private static func find<Kind: MatchFeatures>(
    in batch: RecordBatch<Kind>,
    _ table: BlockingIndex
  ) -> Found {
    var found = Found()
    var neighbors = CandidateSearch(table, records: batch.count)
    // After a match, records that share less than half as many keys as usual are left to records
    // that share more with them.
    for record in 0..<batch.count {
      var matches = 0
      var minShared = 0
      for neighbor in neighbors.find(record).prefix(maxComparisons) {
        if neighbor.shared < minShared { break }
        let other = neighbor.record
        if neighbor.shared < BlockKeys.decisive {
          let isUnlikely = neighbor.shared == 1
          if batch.cannotMatch(other, record, closely: isUnlikely) { continue }
        }
        let total = batch.total(other, record)
        found.comparisons += 1
        if total.points >= Weights.same {
          minShared = max(minShared, min(neighbor.shared, Kind.usualKeys) / 2)
          found.matches.append(ScoredPair(points: total.points, one: other, other: record))
          matches += 1
          if matches == maxMatches { break }
        } else if total.points >= Kind.minPossibleMatch, !total.hasCounterevidence {
          found.possibleMatches.append(ScoredPair(points: total.points, one: other, other: record))
        }
      }
    }
    return found
  }
}
