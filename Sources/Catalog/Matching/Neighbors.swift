/// Finds the records that share keys with a record, among those before it.
struct Neighbors<Kind: Profile> {
  private let batch: Batch<Kind>
  private var table: BlockTable
  /// Of each record how many keys it shares with the one that is looked at.
  private var shared: [UInt8]
  private var found: [Int] = []

  init(_ batch: Batch<Kind>) {
    self.batch = batch
    table = BlockTable(keys: batch.count * 11)
    shared = [UInt8](repeating: 0, count: batch.count)
  }

  /// The neighbours of a record, those that share the most keys first. Each record is asked for
  /// once, in order.
  mutating func find(_ record: Int) -> [Int] {
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
    if found.count > 1 {
      found.sort { (shared[$1], $0) < (shared[$0], $1) }
    }
    for neighbor in found { shared[neighbor] = 0 }
    return found
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
