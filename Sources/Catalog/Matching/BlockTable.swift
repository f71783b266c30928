/// Finds records that have a key in common with records before them.
///
/// The records of one key form a chain, the latest first. A chain is followed only so far: a key
/// that hundreds share tells nothing, and records that belong together share others.
///
/// All keys are known before anything is looked up, so that the chains are made by sorting, from one
/// end of memory to the other. A table that grew with the records would be larger than the
/// processor's caches, and be waited for at each key.
struct BlockTable {
  /// How many records of one key are looked at: as many as five sources tell of one thing in three
  /// editions. More would let a name that everybody has cost quadratic time.
  static let chainMax = 16

  /// The keys of all records, record by record.
  private let keys: [BlockKey]
  /// Of each key its place in the chain.
  private let links: [Link]
  /// Of each record where its keys end.
  private let ends: [Int32]

  private struct Link {
    var record: Int32
    /// The place of the next key in the chain, or -1.
    var previous: Int32
  }

  init(_ lists: [BlockKeys]) {
    var keys = lists[0].keys
    var ends = lists[0].ends
    for list in lists.dropFirst() {
      let start = Int32(keys.count)
      for end in list.ends { ends.append(start + end) }
      keys.append(contentsOf: list.keys)
    }
    links = BlockTable.chains(of: keys, ends)
    self.keys = keys
    self.ends = ends
  }

  /// Tells the records before this one that share keys with it, once for each key, and what the key
  /// counts.
  func forEachSharing(with record: Int, _ body: (Int, UInt8) -> Void) {
    for place in (record == 0 ? 0 : Int(ends[record - 1]))..<Int(ends[record]) {
      let weight = keys[place].weight
      if weight == 0 { continue }
      var next = links[place].previous
      var rest = BlockTable.chainMax
      while next >= 0, rest > 0 {
        let link = links[Int(next)]
        body(Int(link.record), weight)
        next = link.previous
        rest -= 1
      }
    }
  }

  /// Of each key its record, and the latest key before it that is the same and may be found.
  private static func chains(of keys: [BlockKey], _ ends: [Int32]) -> [Link] {
    var links: [Link] = []
    links.reserveCapacity(keys.count)
    for (record, end) in ends.enumerated() {
      while links.count < end { links.append(Link(record: Int32(record), previous: -1)) }
    }
    var (last, lastKey): (Int32, UInt32) = (-1, 0)
    for entry in RadixSort.places(of: keys.count, by: { keys[$0].key }) {
      if entry.key != lastKey { last = -1 }
      lastKey = entry.key
      links[Int(entry.place)].previous = last
      if keys[Int(entry.place)].isFound { last = Int32(entry.place) }
    }
    return links
  }
}

/// A key by which a record is found, or finds others.
struct BlockKey {
  /// Half of the hash: two keys that agree in it share a chain, and a few records are compared in
  /// vain.
  var key: UInt32
  /// What it counts where another record is found by it; 0 for a key that looks for nobody.
  var weight: UInt8
  /// Whether records that follow find this one by it.
  var isFound: Bool
}

/// The keys of some records, one record after the other.
struct BlockKeys {
  /// What an id or a verdict in common counts, which decide: whoever shares one comes first.
  static let decisive: UInt8 = 64

  private(set) var keys: [BlockKey] = []
  /// Of each record where its keys end.
  private(set) var ends: [Int32] = []

  mutating func reserve(records: Int) {
    keys.reserveCapacity(records * 12)
    ends.reserveCapacity(records)
  }

  mutating func add(_ key: UInt64, weight: UInt8, isFound: Bool = true) {
    keys.append(
      BlockKey(key: UInt32(truncatingIfNeeded: key), weight: weight, isFound: isFound)
    )
  }

  mutating func endRecord() { ends.append(Int32(keys.count)) }
}
