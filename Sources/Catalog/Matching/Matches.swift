/// Two records and how much speaks for their being one thing.
struct Match {
  @Compact<Int32> var points: Int
  @Compact<Int32> var one: Int
  @Compact<Int32> var other: Int

  func partner(of record: Int) -> Int { record == one ? other : one }
}

/// Pairs of records, found by either of the two.
struct Matches {
  /// The best first; among equals in the order of the records.
  let all: [Match]
  /// Of each record the places of its matches in ``all``.
  private var places: [Int32]
  private var ends: [Int32]

  init(_ matches: [Match], records: Int) {
    all = matches.sorted { left, right in
      if left.points != right.points { return left.points > right.points }
      return left.one != right.one ? left.one < right.one : left.other < right.other
    }
    ends = [Int32](repeating: 0, count: records)
    for match in all {
      ends[match.one] += 1
      ends[match.other] += 1
    }
    var sum: Int32 = 0
    for record in ends.indices {
      let count = ends[record]
      ends[record] = sum
      sum += count
    }
    places = [Int32](repeating: 0, count: Int(sum))
    for (place, match) in all.enumerated() {
      for record in [match.one, match.other] {
        places[Int(ends[record])] = Int32(place)
        ends[record] += 1
      }
    }
  }

  /// The matches of a record, the best first.
  func of(_ record: Int) -> some Sequence<Match> {
    let start = record == 0 ? 0 : Int(ends[record - 1])
    return places[start..<Int(ends[record])].lazy.map { all[Int($0)] }
  }

  func between(_ one: Int, _ other: Int) -> Match? {
    of(one).first { $0.partner(of: one) == other }
  }
}
