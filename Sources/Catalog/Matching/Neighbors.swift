/// Finds the records that share keys with a record, among those before it.
struct Neighbors<Kind: Profile> {
  private let batch: Batch<Kind>
  private var table: BlockTable
  /// Of each record how many keys it shares with the one that is looked at.
  private var shared: [UInt8]
  private var found: [Int] = []
  private var neighbors: [Neighbor] = []

  struct Neighbor {
    var record: Int
    /// The number of keys in common.
    var shared: Int
  }

  init(_ batch: Batch<Kind>) {
    self.batch = batch
    table = BlockTable(keys: batch.count * 11)
    shared = [UInt8](repeating: 0, count: batch.count)
  }

  /// The neighbours of a record, those that share the most keys first. Each record is asked for
  /// once, in order.
  mutating func find(_ record: Int) -> [Neighbor] {
    found.removeAll(keepingCapacity: true)
    let profile = batch.profiles[record]
    // Ids and verdicts decide: whoever shares one comes first.
    batch.identities.forEachKey(record) { visit($0, record, weight: Neighbors.decisive) }
    if batch.groups[record] >= 0 {
      let key = StableHash.combine(0, UInt64(batch.groups[record]))
      visit(key, record, weight: Neighbors.decisive)
    }
    profile.forEachKey(batch.pool) { visit($0, record, weight: 1) }
    profile.forEachWeakKey(batch.pool) { key in
      // Of those that lack nothing there are many: only who lacks something looks at them.
      let (lacking, whole) = (StableHash.mix(key), key)
      look(lacking, weight: 1)
      if profile.lacksKeys { look(whole, weight: 1) }
      table.add(profile.lacksKeys ? lacking : whole, record)
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

  private static var decisive: UInt8 { 64 }

  private mutating func visit(_ key: UInt64, _ record: Int, weight: UInt8) {
    look(key, weight: weight)
    table.add(key, record)
  }

  private mutating func look(_ key: UInt64, weight: UInt8) {
    table.forEach(key) { neighbor in
      if shared[neighbor] == 0 { found.append(neighbor) }
      shared[neighbor] =
        shared[neighbor].addingReportingOverflow(weight).overflow
        ? .max : shared[neighbor] + weight
    }
  }
}
