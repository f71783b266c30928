/// Finds records that have a key in common with records before them.
///
/// The records of one key form a chain, which is followed from the latest on, and only so far: a key
/// that hundreds share tells nothing, and records that belong together share others.
///
/// All keys are known before anything is looked up, so that the chains are made by sorting, and lie
/// each in one piece. A table that grew with the records would be larger than the processor's caches,
/// and be waited for at each key. Keys by which nothing is found, which are half of them, are left out.
struct BlockingIndex {
  /// How many records of one key are looked at: as many as five sources tell of one thing in three
  /// editions. More would let a name that everybody has cost quadratic time.
  static let chainMax = 16

  /// Of each key, record by record, where the records stand that it finds.
  private var links: [Link] = []
  /// Of each record where its keys end.
  private var ends: [Int32] = []
  /// The records that are found, chain by chain.
  private var found: [Int32] = []

  private struct Link {
    /// Where the records before this one end in the chain; of a single one the record itself, which is
    /// the rule, and is told without a look at the chain. Until the chains are made, this record.
    var place: Int32
    /// How many of them are looked at.
    var count: UInt8 = 0
    let weight: UInt8
    let isFound: Bool
  }

  init(_ lists: [BlockKeys]) {
    var entries = takeFinding(of: lists)
    RadixSort.sort(&entries)
    linkChains(entries)
  }

  /// Tells the records before this one that share keys with it, once for each key, and what the key
  /// counts.
  func forEachSharing(with record: Int, _ body: (Int, UInt8) -> Void) {
    for place in (record == 0 ? 0 : Int(ends[record - 1]))..<Int(ends[record]) {
      let link = links[place]
      if link.weight == 0 { continue }
      if link.count == 1 {
        body(Int(link.place), link.weight)
        continue
      }
      var next = Int(link.place)
      let start = next - Int(link.count)
      while next > start {
        next -= 1
        body(Int(found[next]), link.weight)
      }
    }
  }

  /// Takes over the keys by which something may be found, and answers them with their places.
  private mutating func takeFinding(of lists: [BlockKeys]) -> [RadixSort.Entry] {
    let finding = ProbeFilter(lists)
    let count = lists.reduce(0) { $0 + $1.keys.count }
    var entries: [RadixSort.Entry] = []
    entries.reserveCapacity(count)
    links.reserveCapacity(count)
    ends.reserveCapacity(lists.reduce(0) { $0 + $1.ends.count })
    for list in lists {
      var place = 0
      for end in list.ends {
        let record = Int32(ends.count)
        while place < end {
          let key = list.keys[place]
          place += 1
          guard finding.mayContain(key.key) else { continue }
          entries.append(RadixSort.Entry(key: key.key, place: UInt32(links.count)))
          links.append(Link(place: record, weight: key.weight, isFound: key.isFound))
        }
        ends.append(Int32(links.count))
      }
    }
    return entries
  }

  /// Puts the records of each key behind each other, the earliest first.
  private mutating func linkChains(_ entries: [RadixSort.Entry]) {
    found.reserveCapacity(entries.count)
    var (start, last): (Int, UInt32) = (0, 0)
    for entry in entries {
      let place = Int(entry.place)
      if entry.key != last { start = found.count }
      last = entry.key
      let end = found.count
      if links[place].isFound { found.append(links[place].place) }
      links[place].place = end - start == 1 ? found[start] : Int32(end)
      links[place].count = UInt8(min(BlockingIndex.chainMax, end - start))
    }
  }
}
