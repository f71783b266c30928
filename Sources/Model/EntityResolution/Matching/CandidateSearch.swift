/// Finds the records that share keys with a record, among those before it.
struct CandidateSearch {
  private let table: BlockingIndex
  /// Of each record how many keys it shares with the one that is looked at.
  private var shared: [UInt8]
  private var found: [Int] = []
  private var neighbors: [Neighbor] = []

  struct Neighbor {
    var record: Int
    /// The number of keys in common.
    var shared: Int
  }

  init(_ table: BlockingIndex, records: Int) {
    self.table = table
    shared = [UInt8](repeating: 0, count: records)
  }

  /// The neighbours of a record, those that share the most keys first.
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
  /// The keys by which some of the records are found.
  func blockKeys(of records: Range<Int>) -> BlockKeys {
    var keys = BlockKeys()
    keys.reserve(records: records.count)
    for record in records {
      identities.forEachKey(record) { keys.add($0, .decision) }
      if groups[record] >= 0 {
        keys.add(StableHash.combine(0, UInt64(groups[record])), .decision)
      }
      let profile = profiles[record]
      profile.forEachKey(pool) { keys.add($0, .both) }
      profile.forEachWeakKey(pool) { whole in
        // Of those that lack nothing there are many: only who lacks something looks at them.
        let lacks = profile.lacksKeys
        keys.add(StableHash.mix(whole), lacks ? .both : .finding)
        keys.add(whole, lacks ? .finding : .beingFound)
      }
      keys.endRecord()
    }
    return keys
  }
}
