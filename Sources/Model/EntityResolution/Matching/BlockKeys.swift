/// A key by which a record is found, or finds others. There are a dozen for each record, so all is in
/// four bytes.
struct BlockingKey {
  private var bits: UInt32

  /// What a key is good for.
  enum Use: UInt32 {
    /// Records that follow find this one by it, and this one those before it.
    case both
    /// The same, of an id or a verdict in common, which decide.
    case decision
    /// Only this one finds others by it.
    case finding
    /// Only others find this one by it.
    case beingFound
  }

  /// Keeps 30 bits of the hash: two keys that agree in them share a chain, and a few records are
  /// compared in vain.
  init(_ hash: UInt64, _ use: Use) { bits = UInt32(truncatingIfNeeded: hash) << 2 | use.rawValue }

  /// The bits of the hash, the lowest two 0.
  var key: UInt32 { bits & ~3 }
  private var use: Use { Use(rawValue: bits & 3) ?? .both }

  /// What it counts where another record is found by it; 0 for a key that looks for nobody.
  var weight: UInt8 {
    switch use {
    case .both, .finding: 1
    case .decision: BlockKeys.decisive
    case .beingFound: 0
    }
  }

  /// Whether records that follow find this one by it.
  var isFound: Bool { use != .finding }
}

/// The keys of some records, one record after the other.
struct BlockKeys {
  /// What an id or a verdict in common counts, which decide: whoever shares one comes first.
  static let decisive: UInt8 = 64

  private(set) var keys: [BlockingKey] = []
  /// Of each record where its keys end.
  private(set) var ends: [Int32] = []

  mutating func reserve(records: Int) {
    keys.reserveCapacity(records * 12)
    ends.reserveCapacity(records)
  }

  mutating func add(_ hash: UInt64, _ use: BlockingKey.Use) { keys.append(BlockingKey(hash, use)) }

  mutating func endRecord() { ends.append(Int32(keys.count)) }
}

/// Tells of most keys that no record is found by that they are so: two bits of memory for each of at
/// least twice as many slots, so that all of it fits into the processor's caches. Keys that fall
/// together in a slot are taken for one.
struct ProbeFilter {
  /// Of each slot a bit for a record that can be found, and a bit for a later one that looks for it.
  private var slots: [UInt64]
  private let shift: UInt32

  init(_ lists: [BlockKeys]) {
    let count = lists.reduce(0) { $0 + $1.keys.count }
    let bits = min(31, max(5, UInt32(Int.bitWidth - (count * 2).leadingZeroBitCount)))
    shift = 32 - bits
    slots = [UInt64](repeating: 0, count: 1 << (bits - 5))
    for list in lists {
      for key in list.keys { add(key) }
    }
  }

  private mutating func add(_ key: BlockingKey) {
    let slot = key.key >> shift
    let bit = UInt64(1) << UInt64(slot % 32 * 2)
    var word = slots[Int(slot / 32)]
    if key.weight > 0 { word |= (word & bit) << 1 }
    if key.isFound { word |= bit }
    slots[Int(slot / 32)] = word
  }

  /// Whether a record may be found by a key.
  func mayContain(_ key: UInt32) -> Bool {
    let slot = key >> shift
    return slots[Int(slot / 32)] >> UInt64(slot % 32 * 2 + 1) & 1 == 1
  }
}
