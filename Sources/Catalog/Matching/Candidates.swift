/// The pairs of records that may be one thing, as far as the two alone are concerned.
struct Candidates {
  /// Pairs that are the same.
  let matches: Matches
  /// Pairs of which it is not enough to tell, but nothing speaks against.
  let hints: Matches

  /// Compares all records that have a key in common.
  init<Kind: Profile>(in batch: Batch<Kind>) {
    var matches: [Match] = []
    var hints: [Match] = []
    Candidates.forEachPair(in: batch) { one, other in
      let tally = batch.tally(one, other)
      if tally.points >= Weights.same {
        matches.append(Match(points: tally.points, one: one, other: other))
      } else if tally.points >= Kind.hintMin, !tally.hasAgainst {
        hints.append(Match(points: tally.points, one: one, other: other))
      }
    }
    self.matches = Matches(matches, records: batch.count)
    self.hints = Matches(hints, records: batch.count)
  }

  private static func forEachPair<Kind: Profile>(
    in batch: Batch<Kind>,
    _ body: (Int, Int) -> Void
  ) {
    var table = BlockTable(keys: batch.count * 10)
    var lastSeen = [Int32](repeating: -1, count: batch.count)
    for record in 0..<batch.count {
      func visit(_ key: UInt64) {
        table.visit(key, adding: record) { candidate in
          guard lastSeen[candidate] != record, candidate != record else { return }
          lastSeen[candidate] = Int32(record)
          body(candidate, record)
        }
      }
      batch.identities.forEachKey(record, visit)
      batch.profiles[record].forEachKey(batch.pool, visit)
      if batch.groups[record] >= 0 { visit(StableHash.combine(0, UInt64(batch.groups[record]))) }
    }
  }
}
