/// A key by which a record finds others or is found, packed into four bytes: a record has a dozen.
struct BlockingKey {
  private var bits: UInt32

  /// The direction in which a key works.
  enum Use: UInt32 {
    /// The record is found by later ones, and finds earlier ones.
    case both
    /// The same for a shared id or verdict, which decides.
    case decision
    /// The record only finds others.
    case finding
    /// The record is only found by others.
    case beingFound
  }

  /// Uses 30 bits of the hash. A collision costs a few needless comparisons.
  init(_ hash: UInt64, _ use: Use) { bits = UInt32(truncatingIfNeeded: hash) << 2 | use.rawValue }

  /// The bits of the hash; the lowest two are 0.
  var key: UInt32 { bits & ~3 }
  private var use: Use { Use(rawValue: bits & 3) ?? .both }

  /// The weight if another record is found by it; 0 for a key that only lets itself be found.
  var weight: UInt8 {
    switch use {
    case .both, .finding: 1
    case .decision: BlockKeys.decisive
    case .beingFound: 0
    }
  }

  /// Whether later records find this one by it.
  var isFound: Bool { use != .finding }
}

/// The blocking keys of consecutive records.
struct BlockKeys {
  /// The weight of a shared id or verdict: such records come first.
  static let decisive: UInt8 = 64

  private(set) var keys: [BlockingKey] = []
  /// The end of each record's keys.
  private(set) var ends: [Int32] = []

  mutating func reserve(records: Int) {
    keys.reserveCapacity(records * 12)
    ends.reserveCapacity(records)
  }

  mutating func add(_ hash: UInt64, _ use: BlockingKey.Use) { keys.append(BlockingKey(hash, use)) }

  mutating func endRecord() { ends.append(Int32(keys.count)) }
}

/// A filter of keys by which no record can be found. It has two bits per slot and twice as many
/// slots as keys, so that it fits into the processor's cache. Keys in one slot count as equal.
struct ProbeFilter {
  /// Per slot, one bit for a record that can be found, and one for a later record that looks for it.
  private var slots: [UInt64]
  private let shift: UInt32

  init(_ keys: BlockKeys) {
    let bits = min(31, max(5, UInt32(Int.bitWidth - (keys.keys.count * 2).leadingZeroBitCount)))
    shift = 32 - bits
    slots = [UInt64](repeating: 0, count: 1 << (bits - 5))
    for key in keys.keys { add(key) }
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
