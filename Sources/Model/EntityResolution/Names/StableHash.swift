/// A hash that is equal in every run, so that results that depend on it can be reproduced. Equality is
/// always checked on the bytes.
package struct StableHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds one byte (FNV-1a).
  @inline(__always)
  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// Adds a number.
  @inline(__always)
  mutating func add(_ number: UInt64) { value = StableHash.combine(value, number) }

  /// The hash; every bit depends on all bytes.
  @inline(__always)
  var mixed: UInt64 { StableHash.mix(value) }

  @inline(__always)
  static func mix(_ value: UInt64) -> UInt64 {
    var hash = value
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 33)
  }

  @inline(__always)
  static func combine(_ first: UInt64, _ second: UInt64) -> UInt64 {
    mix(first &* 0x9E37_79B9_7F4A_7C15 &+ second)
  }

  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = StableHash()
    for byte in bytes { hash.add(byte) }
    return hash.mixed
  }

  /// Returns the hash of a text.
  package static func of(_ text: String) -> UInt64 { of(text.utf8) }
}

/// A small set of hashes, optimized for lookups that fail.
struct HashSet {
  private let hashes: Set<UInt64>
  private let filter: HashFilter

  init(_ hashes: [UInt64]) {
    self.hashes = Set(hashes)
    filter = HashFilter(hashes)
  }

  func contains(_ hash: UInt64) -> Bool { filter.mayContain(hash) && hashes.contains(hash) }
}

/// A filter that rules out most hashes in one step.
struct HashFilter {
  /// A bit for each value of twelve bits of the hash.
  private var bits = InlineArray<64, UInt64>(repeating: 0)

  init(_ hashes: [UInt64] = []) {
    for hash in hashes { insert(hash) }
  }

  mutating func insert(_ hash: UInt64) {
    bits[Int(hash & 63)] |= 1 << (hash >> 6 & 63)
  }

  func mayContain(_ hash: UInt64) -> Bool {
    bits[Int(hash & 63)] & 1 << (hash >> 6 & 63) != 0
  }
}
