/// The pairs of records that may be one thing, as far as the two alone are concerned.
struct CandidatePairs {
  /// Pairs that are the same.
  let matches: Matches
  /// Pairs of which it is not enough to tell, but nothing speaks against.
  let hints: Matches
  /// How many pairs were weighed to find them.
  let comparisons: Int

  /// How many records a record is compared with: those that share the most keys with it. Thrice as
  /// many as usually tell of one song; it bounds the work where hundreds look alike. (No more than
  /// ``BlockingIndex/chainMax``: who shares an id with more records than are looked at must be seen to.)
  static let comparisonsMax = 12
  /// How many matches of a record are enough. What is the same as these is found by way of them.
  private static let matchesMax = 6

  /// Records of one thing share as many keys. Where one was found, those that share less than half as
  /// many with the record are left to others that share more with them; keys beyond this number are
  /// not expected of anybody.
  private static let keysUsual = 9

  /// What some of the records gave.
  private struct Found: Sendable {
    var matches: [ScoredPair] = []
    var hints: [ScoredPair] = []
    var comparisons = 0
  }

  /// Compares the records that have keys in common.
  init<Kind: MatchFeatures>(in batch: RecordBatch<Kind>) {
    let index = BlockingIndex([batch.blockKeys(of: 0..<batch.count)])
    let found = CandidatePairs.find(for: 0..<batch.count, in: batch, index)
    matches = Matches(found.matches, records: batch.count)
    hints = Matches(found.hints, records: batch.count)
    comparisons = found.comparisons
  }

  private static func find<Kind: MatchFeatures>(
    for records: Range<Int>,
    in batch: RecordBatch<Kind>,
    _ table: BlockingIndex
  ) -> Found {
    var found = Found()
    var neighbors = CandidateSearch(table, records: batch.count)
    for record in records {
      var matches = 0
      var sharedMin = 0
      for neighbor in neighbors.find(record).prefix(comparisonsMax) {
        if neighbor.shared < sharedMin { break }
        let other = neighbor.record
        if neighbor.shared < BlockKeys.decisive {
          let isUnlikely = neighbor.shared == 1
          if batch.areOutOfReach(other, record, closely: isUnlikely) { continue }
        }
        let tally = batch.tally(other, record)
        found.comparisons += 1
        if tally.points >= Weights.same {
          sharedMin = max(sharedMin, min(neighbor.shared, keysUsual) / 2)
          found.matches.append(ScoredPair(points: tally.points, one: other, other: record))
          matches += 1
          if matches == matchesMax { break }
        } else if tally.points >= Kind.hintMin, !tally.hasAgainst {
          found.hints.append(ScoredPair(points: tally.points, one: other, other: record))
        }
      }
    }
    return found
  }
}
