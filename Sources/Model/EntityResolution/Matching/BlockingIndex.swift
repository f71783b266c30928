/// Finds earlier records that share a blocking key.
///
/// The records of one key form a chain, which is followed from the latest record and only up to
/// ``maxChain``: a key that hundreds share is not informative, and matching records share others.
///
/// All keys are known in advance, so sorting builds the chains, each in contiguous memory. A growing hash
/// table would exceed the processor's cache. Keys that find no record, about half of them, are omitted.
struct BlockingIndex {
  /// The maximum number of records followed per key: five sources with three editions each. More would
  /// make a common name cost quadratic time.
  static let maxChain = 16

  /// For each key, record by record, the position of the records that it finds.
  private var links: [Link] = []
  /// The end of each record's keys.
  private var ends: [Int32] = []
  /// The found records, chain by chain.
  private var found: [Int32] = []

  private struct Link {
    /// The end of the earlier records in the chain. For a chain of one, which is the rule, the record
    /// itself. While the chains are built, this record.
    var position: Int32
    /// The number of records followed.
    var count: UInt8 = 0
    let weight: UInt8
    let isFound: Bool
  }

  init(_ keys: BlockKeys) {
    var entries = addProbes(of: keys)
    RadixSort.sort(&entries)
    linkChains(entries)
  }

  /// Calls `body` with each earlier record that shares a key, once per key, and the key's weight.
  func forEachSharing(with record: Int, _ body: (Int, UInt8) -> Void) {
    for position in (record == 0 ? 0 : Int(ends[record - 1]))..<Int(ends[record]) {
      let link = links[position]
      if link.weight == 0 { continue }
      if link.count == 1 {
        body(Int(link.position), link.weight)
        continue
      }
      var next = Int(link.position)
      let start = next - Int(link.count)
      while next > start {
        next -= 1
        body(Int(found[next]), link.weight)
      }
    }
  }

  /// Adds the keys that may find a record, and returns them with their positions.
  private mutating func addProbes(of keys: BlockKeys) -> [RadixSort.Entry] {
    let filter = ProbeFilter(keys)
    var entries: [RadixSort.Entry] = []
    entries.reserveCapacity(keys.keys.count)
    links.reserveCapacity(keys.keys.count)
    ends.reserveCapacity(keys.ends.count)
    var index = 0
    for end in keys.ends {
      let record = Int32(ends.count)
      while index < end {
        let key = keys.keys[index]
        index += 1
        guard filter.mayContain(key.key) else { continue }
        entries.append(RadixSort.Entry(key: key.key, position: UInt32(links.count)))
        links.append(Link(position: record, weight: key.weight, isFound: key.isFound))
      }
      ends.append(Int32(links.count))
    }
    return entries
  }

  /// Places the records of each key in contiguous memory, the earliest first.
  private mutating func linkChains(_ entries: [RadixSort.Entry]) {
    found.reserveCapacity(entries.count)
    var (start, last): (Int, UInt32) = (0, 0)
    for entry in entries {
      let position = Int(entry.position)
      if entry.key != last { start = found.count }
      last = entry.key
      let end = found.count
      if links[position].isFound { found.append(links[position].position) }
      links[position].position = end - start == 1 ? found[start] : Int32(end)
      links[position].count = UInt8(min(BlockingIndex.maxChain, end - start))
    }
  }
}
