/// The number of letters to insert, delete or replace to turn one name into another. A single
/// transposition of neighbours counts as one.
///
/// Computed 64 letters at a time (Myers 1999, in the form of Hyyrö 2003), after common prefixes and
/// suffixes are removed. The computation stops as soon as the limit is exceeded.
enum EditDistance {
  /// The maximum length, three words of 64 letters; of longer names only the prefixes are compared.
  static let maxLength = 192

  /// The distance of two names.
  ///
  /// - Returns: `nil` if the distance is more than `most`.
  static func between(_ one: Span<UInt8>, _ other: Span<UInt8>, atMost most: Int) -> Int? {
    let (one, other) = (one.extracting(first: maxLength), other.extracting(first: maxLength))
    var start = 0
    var (end, otherEnd) = (one.count, other.count)
    while start < end, start < otherEnd, one[start] == other[start] { start += 1 }
    while end > start, otherEnd > start, one[end - 1] == other[otherEnd - 1] {
      end -= 1
      otherEnd -= 1
    }
    let (first, second) = (one.extracting(start..<end), other.extracting(start..<otherEnd))
    let distance =
      first.count > second.count
      ? distance(second, first, most) : distance(first, second, most)
    return distance <= most ? distance : nil
  }

  /// The distance of names without common prefix and suffix; `short` is not the longer one. Any result
  /// above `most` means more than `most`.
  private static func distance(_ short: Span<UInt8>, _ long: Span<UInt8>, _ most: Int) -> Int {
    if short.isEmpty { return long.count }
    if short.count == 2, long.count == 2, short[0] == long[1], short[1] == long[0] { return 1 }
    let blocks = (short.count + 63) / 64
    // For each letter, its positions in the shorter name.
    var positions = InlineArray<768, UInt64>(repeating: 0)
    for index in short.indices {
      positions[Int(short[index]) * 3 + index / 64] |= 1 << UInt64(index % 64)
    }
    let last: UInt64 = 1 << UInt64((short.count - 1) % 64)
    var up = InlineArray<3, UInt64>(repeating: ~0)
    var down = InlineArray<3, UInt64>(repeating: 0)
    var distance = short.count
    for index in long.indices {
      var carry = false
      var (rightCarry, leftCarry): (UInt64, UInt64) = (1, 0)
      for block in 0..<blocks {
        let equal = positions[Int(long[index]) * 3 + block]
        let (half, overflow) = (equal & up[block]).addingReportingOverflow(up[block])
        let (sum, overflowToo) = half.addingReportingOverflow(carry ? 1 : 0)
        carry = overflow || overflowToo
        let diagonal = (sum ^ up[block]) | equal | down[block]
        let right = down[block] | ~(diagonal | up[block])
        let left = up[block] & diagonal
        if block == blocks - 1 {
          if right & last != 0 { distance += 1 }
          if left & last != 0 { distance -= 1 }
        }
        let shifted = right << 1 | rightCarry
        up[block] = (left << 1 | leftCarry) | ~(diagonal | shifted)
        down[block] = shifted & diagonal
        (rightCarry, leftCarry) = (right >> 63, left >> 63)
      }
      // Each remaining letter reduces the distance by at most one.
      if distance > most + long.count - 1 - index { return most + 1 }
    }
    return distance
  }
}
