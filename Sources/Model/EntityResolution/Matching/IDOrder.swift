import MusicModel

/// Sorts many elements by id, comparing whole ids only if their prefixes are equal.
struct IDOrder {
  private struct Key {
    /// The index of namespace and type among all that occur.
    var space: Int32
    /// The index of the element.
    var number: Int32
    /// The first eight bytes of the value, as a number with the same order.
    var start: UInt64
  }

  /// The namespace and type of ids.
  private struct Space: Hashable {
    var namespace: String
    var type: String
  }

  private var keys: [Key] = []
  private var spaces: [Space: Int32] = [:]
  /// One id of each space.
  private var examples: [EntityID] = []
  private var last: Space?
  private var lastNumber: Int32 = 0
  /// Only ASCII text sorts like its bytes.
  private var isASCII = true

  init(count: Int) { keys.reserveCapacity(count) }

  /// Adds the next element.
  mutating func add(_ id: EntityID) {
    var start: UInt64 = 0
    var rest = 8
    for byte in id.value.utf8 where rest > 0 {
      start = start << 8 | UInt64(byte)
      rest -= 1
      isASCII = isASCII && byte < 0x80
    }
    start <<= UInt64(rest * 8)
    keys.append(Key(space: space(of: id), number: Int32(keys.count), start: start))
  }

  /// The indices of the elements in the order of their ids; `precedes` orders equal prefixes.
  func sorted(_ precedes: (Int, Int) -> Bool) -> [Int] {
    let order = examples.indices.sorted { examples[$0] < examples[$1] }
    var positions = [Int32](repeating: 0, count: order.count)
    for (position, space) in order.enumerated() { positions[space] = Int32(position) }
    return keys.sorted { left, right in
      if left.space != right.space {
        return positions[Int(left.space)] < positions[Int(right.space)]
      }
      if isASCII, left.start != right.start { return left.start < right.start }
      return precedes(Int(left.number), Int(right.number))
    }
    .map { Int($0.number) }
  }

  /// Whether the ids of two elements may be equal. (Non-ASCII text may be equal with different bytes.)
  func mayBeEqual(_ one: Int, _ other: Int) -> Bool {
    !isASCII || (keys[one].space == keys[other].space && keys[one].start == keys[other].start)
  }

  private mutating func space(of id: EntityID) -> Int32 {
    if let last, last.namespace == id.namespace, last.type == id.type { return lastNumber }
    let space = Space(namespace: id.namespace, type: id.type)
    let number = spaces[space] ?? Int32(examples.count)
    if spaces[space] == nil {
      spaces[space] = number
      examples.append(id)
    }
    last = space
    lastNumber = number
    return number
  }
}
