/// The number of letters to insert, delete or replace to turn one name into another. A single
/// transposition of neighbours counts as one.
///
/// Computed 64 letters at a time (Myers 1999, in the form of Hyyrö 2003), after common prefixes and
/// suffixes are removed. The computation stops as soon as the limit is exceeded.
enum EditDistance {
  /// The distance of two names; beyond ``maxLength``, only prefixes are compared.
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

  /// The distance of names without common prefix and suffix; `short` is not the longer one. Any result above
  /// `most` means more than `most`.
  private static func distance(_ short: Span<UInt8>, _ long: Span<UInt8>, _ most: Int) -> Int {
    if short.isEmpty { return long.count }
    if short.count == 2, long.count == 2, short[0] == long[1], short[1] == long[0] { return 1 }
    return short.count <= 64 ? narrow(short, long, most) : wide(short, long, most)
  }

  /// The distance for a pattern of up to 64 letters: a column of the table is one word.
  private static func narrow(_ pattern: Span<UInt8>, _ text: Span<UInt8>, _ most: Int) -> Int {
    var positions = InlineArray<256, UInt64>(repeating: 0)
    for position in pattern.indices { positions[Int(pattern[position])] |= 1 << UInt64(position) }
    let last: UInt64 = 1 << UInt64(pattern.count - 1)
    var (up, down): (UInt64, UInt64) = (~0, 0)
    var distance = pattern.count
    // Each remaining letter reduces the distance by at most one.
    var mostNow = most + text.count
    for index in text.indices {
      let equal = positions[Int(text[index])]
      let diagonal = (((equal & up) &+ up) ^ up) | equal | down
      var right = down | ~(diagonal | up)
      let left = up & diagonal
      if right & last != 0 { distance += 1 }
      if left & last != 0 { distance -= 1 }
      mostNow -= 1
      if distance > mostNow { return most + 1 }
      right = right << 1 | 1
      up = left << 1 | ~(diagonal | right)
      down = right & diagonal
    }
    return distance
  }

  /// The maximum length of a pattern in letters: three words.
  static let maxLength = 192

  /// The distance for a pattern of up to 192 letters: a column is a number of three words.
  private static func wide(_ pattern: Span<UInt8>, _ text: Span<UInt8>, _ most: Int) -> Int {
    let words = (pattern.count + 63) / 64
    var positions = InlineArray<768, UInt64>(repeating: 0)
    for position in pattern.indices {
      positions[Int(pattern[position]) * 3 + position / 64] |= 1 << UInt64(position % 64)
    }
    let last: UInt64 = 1 << UInt64((pattern.count - 1) % 64)
    var up = InlineArray<3, UInt64>(repeating: ~0)
    var down = InlineArray<3, UInt64>(repeating: 0)
    var distance = pattern.count
    var mostNow = most + text.count
    for index in text.indices {
      var carry: UInt64 = 0
      var (rightCarry, leftCarry): (UInt64, UInt64) = (1, 0)
      for word in 0..<words {
        let equal = positions[Int(text[index]) * 3 + word]
        let (half, overflow) = (equal & up[word]).addingReportingOverflow(up[word])
        let (sum, overflowToo) = half.addingReportingOverflow(carry)
        carry = overflow || overflowToo ? 1 : 0
        let diagonal = (sum ^ up[word]) | equal | down[word]
        let right = down[word] | ~(diagonal | up[word])
        let left = up[word] & diagonal
        if word == words - 1 {
          if right & last != 0 { distance += 1 }
          if left & last != 0 { distance -= 1 }
        }
        let shifted = right << 1 | rightCarry
        up[word] = (left << 1 | leftCarry) | ~(diagonal | shifted)
        down[word] = shifted & diagonal
        (rightCarry, leftCarry) = (right >> 63, left >> 63)
      }
      mostNow -= 1
      if distance > mostNow { return most + 1 }
    }
    return distance
  }
}
