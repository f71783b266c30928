/// Two records and their score.
struct ScoredPair {
  @Packed<Int32> var points: Int
  @Packed<Int32> var one: Int
  @Packed<Int32> var other: Int

  func partner(of record: Int) -> Int { record == one ? other : one }
}

/// Pairs of records, indexed by both.
struct Matches {
  /// The best first; equal scores in the order of the records.
  let all: [ScoredPair]
  /// For each record, the indices of its pairs in ``all``.
  private var positions: [Int32]
  private var ends: [Int32]

  /// Indexes pairs that are sorted by the later record.
  init(_ matches: [ScoredPair], records: Int) {
    all = Matches.sorted(matches)
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
    positions = [Int32](repeating: 0, count: Int(sum))
    for (position, match) in all.enumerated() {
      for record in [match.one, match.other] {
        positions[Int(ends[record])] = Int32(position)
        ends[record] += 1
      }
    }
  }

  private static func sorted(_ matches: [ScoredPair]) -> [ScoredPair] {
    let most = matches.reduce(0) { max($0, $1.points) }
    var order = matches.indices.map { position in
      RadixSort.Entry(key: UInt32(matches[position].one), position: UInt32(position))
    }
    RadixSort.sort(&order)
    for position in order.indices {
      order[position].key = UInt32(most - matches[Int(order[position].position)].points)
    }
    RadixSort.sort(&order)
    return order.map { matches[Int($0.position)] }
  }

  /// The pairs of one record.
  struct OfRecord: Sequence, IteratorProtocol {
    fileprivate let all: [ScoredPair]
    fileprivate var positions: ArraySlice<Int32>

    mutating func next() -> ScoredPair? { positions.popFirst().map { all[Int($0)] } }
  }

  /// The pairs of a record, the best first.
  func of(_ record: Int) -> OfRecord {
    let start = record == 0 ? 0 : Int(ends[record - 1])
    return OfRecord(all: all, positions: positions[start..<Int(ends[record])])
  }

  func between(_ one: Int, _ other: Int) -> ScoredPair? {
    of(one).first { $0.partner(of: one) == other }
  }
}
