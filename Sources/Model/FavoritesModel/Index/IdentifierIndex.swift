import MusicModel

/// Finds favourites by id in constant time: every item of every list is looked up.
///
/// Ids are stored as 64-bit hashes, because parsing 300,000 ids would dominate opening; callers compare
/// the ids themselves.
struct IdentifierIndex: Sendable {
  private var first: [UInt64: Int32] = [:]
  /// The other favourites if several share an id.
  private var others: [UInt64: [Int32]] = [:]

  mutating func reserve(_ count: Int) { first.reserveCapacity(count) }

  /// - Returns: whether another favourite already had it, which is rare.
  mutating func insert(_ hash: UInt64, _ slot: Int32) -> Bool {
    guard let known = first.updateValue(slot, forKey: hash), known != slot else { return false }
    first[hash] = known
    if others[hash]?.contains(slot) != true { others[hash, default: []].append(slot) }
    return true
  }

  mutating func remove(_ hash: UInt64, _ slot: Int32) {
    if var rest = others[hash] {
      rest.removeAll { $0 == slot }
      if first[hash] == slot, !rest.isEmpty { first[hash] = rest.removeFirst() }
      others[hash] = rest.isEmpty ? nil : rest
    } else if first[hash] == slot {
      first[hash] = nil
    }
  }

  /// The favourites that may have the id.
  func slots(_ hash: UInt64) -> [Int32] {
    guard let slot = first[hash] else { return [] }
    return [slot] + (others[hash] ?? [])
  }
}

/// FNV-1a over the bytes of an id.
struct IdentifierHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash = IdentifierHash()
    hash.add(bytes)
    return hash.value
  }

  static func of(_ id: EntityID) -> UInt64 {
    var hash = IdentifierHash()
    hash.add(id.namespace.utf8)
    hash.add(CollectionOfOne(UInt8(ascii: ":")))
    hash.add(id.type.utf8)
    hash.add(CollectionOfOne(UInt8(ascii: ":")))
    hash.add(id.value.utf8)
    return hash.value
  }
}
