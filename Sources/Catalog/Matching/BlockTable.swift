/// Finds records that have a key in common with records added before.
///
/// The records of one key form a chain, the latest first. A chain is followed only so far: a key
/// that hundreds share tells nothing, and records that belong together share others.
struct BlockTable {
  /// How many records of one key are looked at: as many as five sources tell of one thing in three
  /// editions. More would let a name that everybody has cost quadratic time.
  static let chainMax = 16

  /// Small, because the table is larger than the processor's caches: half of a key is kept. Two keys
  /// that agree in it share a chain, and a few records are compared in vain.
  private struct Slot {
    var key: UInt32
    /// The place in ``links`` of the latest record with the key, from 1; 0 for an empty slot.
    var latest: Int32
  }

  private struct Link {
    var record: Int32
    var previous: Int32
  }

  private var slots: [Slot]
  private var links: [Link] = []
  private var used = 0

  init(keys: Int) {
    var capacity = 64
    while capacity < keys * 3 / 2 { capacity *= 2 }
    slots = Array(repeating: Slot(key: 0, latest: 0), count: capacity)
    links.reserveCapacity(keys)
  }

  /// Tells the records that have the key, the latest first.
  func forEach(_ key: UInt64, _ body: (Int) -> Void) {
    var link = slots[find(UInt32(truncatingIfNeeded: key))].latest
    var rest = BlockTable.chainMax
    while link != 0, rest > 0 {
      let entry = links[Int(link) - 1]
      body(Int(entry.record))
      link = entry.previous
      rest -= 1
    }
  }

  mutating func add(_ key: UInt64, _ record: Int) {
    if used * 3 > slots.count * 2 { grow() }
    let key = UInt32(truncatingIfNeeded: key)
    let slot = find(key)
    let previous = slots[slot].latest
    if previous == 0 { used += 1 }
    links.append(Link(record: Int32(record), previous: previous))
    slots[slot] = Slot(key: key, latest: Int32(links.count))
  }

  private func find(_ key: UInt32) -> Int {
    let mask = slots.count - 1
    var slot = Int(key) & mask
    while slots[slot].latest != 0, slots[slot].key != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(key: 0, latest: 0), count: old.count * 2)
    for entry in old where entry.latest != 0 { slots[find(entry.key)] = entry }
  }
}
