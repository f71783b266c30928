/// Finds earlier records that share keys with a record.
struct CandidateSearch {
  private let table: BlockingIndex
  /// For each record, the number of keys it shares with the current one.
  private var shared: [UInt8]
  private var found: [Int] = []
  private var neighbors: [Neighbor] = []

  struct Neighbor {
    var record: Int
    /// The number of shared keys.
    var shared: Int
  }

  init(_ table: BlockingIndex, records: Int) {
    self.table = table
    shared = [UInt8](repeating: 0, count: records)
  }

  /// The earlier records that share keys with a record, the most keys first.
  mutating func find(_ record: Int) -> [Neighbor] {
    found.removeAll(keepingCapacity: true)
    table.forEachSharing(with: record) { neighbor, weight in
      if shared[neighbor] == 0 { found.append(neighbor) }
      let (sum, isTooLarge) = shared[neighbor].addingReportingOverflow(weight)
      shared[neighbor] = isTooLarge ? .max : sum
    }
    neighbors.removeAll(keepingCapacity: true)
    for neighbor in found {
      neighbors.append(Neighbor(record: neighbor, shared: Int(shared[neighbor])))
      shared[neighbor] = 0
    }
    if neighbors.count > 1 {
      neighbors.sort { ($1.shared, $0.record) < ($0.shared, $1.record) }
    }
    return neighbors
  }
}

extension RecordBatch {
  /// The blocking keys of all records.
  var blockKeys: BlockKeys {
    var keys = BlockKeys()
    keys.reserve(records: count)
    for record in 0..<count {
      identifiers.forEachKey(record) { keys.add($0, .decision) }
      for group in joinedGroups(of: record) {
        keys.add(StableHash.combine(0, UInt64(group)), .decision)
      }
      let profile = features[record]
      profile.forEachKey(arena) { keys.add($0, .both) }
      profile.forEachWeakKey(arena) { whole in
        // Complete records are many: only incomplete ones look for them by weak keys.
        let lacks = profile.lacksKeys
        keys.add(StableHash.mix(whole), lacks ? .both : .finding)
        keys.add(whole, lacks ? .finding : .beingFound)
      }
      keys.endRecord()
    }
    return keys
  }
}
