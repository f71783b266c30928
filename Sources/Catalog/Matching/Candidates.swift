/// The pairs of records that may be one thing, as far as the two alone are concerned.
struct Candidates {
  /// Pairs that are the same.
  let matches: Matches
  /// Pairs of which it is not enough to tell, but nothing speaks against.
  let hints: Matches

  /// How many records a record is compared with: those that share the most keys with it. Thrice as
  /// many as usually tell of one song; it bounds the work where hundreds look alike.
  private static let comparisonsMax = 12
  /// How many matches of a record are enough. What is the same as these is found by way of them.
  private static let matchesMax = 6

  /// Records of one thing share as many keys. Where one was found, those that share less than half as
  /// many with the record are left to others that share more with them; keys beyond this number are
  /// not expected of anybody.
  private static let keysUsual = 9

  /// Compares the records that have keys in common.
  init<Kind: Profile>(in batch: Batch<Kind>) {
    var matches: [Match] = []
    var hints: [Match] = []
    var neighbors = Neighbors(batch)
    for record in 0..<batch.count {
      var found = 0
      var sharedMin = 0
      for neighbor in neighbors.find(record).prefix(Candidates.comparisonsMax) {
        if neighbor.shared < sharedMin { break }
        let other = neighbor.record
        let tally = batch.tally(other, record)
        if tally.points >= Weights.same {
          sharedMin = max(sharedMin, min(neighbor.shared, Candidates.keysUsual) / 2)
          matches.append(Match(points: tally.points, one: other, other: record))
          found += 1
          if found == Candidates.matchesMax { break }
        } else if tally.points >= Kind.hintMin, !tally.hasAgainst {
          hints.append(Match(points: tally.points, one: other, other: record))
        }
      }
    }
    self.matches = Matches(matches, records: batch.count)
    self.hints = Matches(hints, records: batch.count)
  }
}
