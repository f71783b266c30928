/// How many letters must be put in, taken out or replaced to turn one name into another; two
/// neighbours that changed places, where that is all, count as one.
///
/// Computed 64 letters at a time (Myers 1999, in the form of Hyyrö 2003), after what both have in
/// common at either end is taken off: what is left of a mistyped name is short.
enum EditDistance {
  static func between(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    let (first, second) = withoutCommonEnds(one, other)
    let (short, long) = first.count <= second.count ? (first, second) : (second, first)
    if short.isEmpty { return long.count }
    if short.count == 2, long.count == 2, short.reversed().elementsEqual(long) { return 1 }
    return short.count <= 64 ? narrow(short, long) : wide(short, long)
  }

  private static func withoutCommonEnds(
    _ one: ArraySlice<UInt8>,
    _ other: ArraySlice<UInt8>
  ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    var (one, other) = (one, other)
    while let first = one.first, first == other.first {
      one.removeFirst()
      other.removeFirst()
    }
    while let last = one.last, last == other.last {
      one.removeLast()
      other.removeLast()
    }
    return (one, other)
  }

  /// Up to 64 letters in `pattern`: one column of the table is one word.
  private static func narrow(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Int {
    var places = InlineArray<256, UInt64>(repeating: 0)
    for (place, byte) in pattern.enumerated() { places[Int(byte)] |= 1 << UInt64(place) }
    let last: UInt64 = 1 << UInt64(pattern.count - 1)
    var (up, down): (UInt64, UInt64) = (~0, 0)
    var distance = pattern.count
    for byte in text {
      let equal = places[Int(byte)]
      let diagonal = (((equal & up) &+ up) ^ up) | equal | down
      var right = down | ~(diagonal | up)
      let left = up & diagonal
      if right & last != 0 { distance += 1 }
      if left & last != 0 { distance -= 1 }
      right = right << 1 | 1
      up = left << 1 | ~(diagonal | right)
      down = right & diagonal
    }
    return distance
  }

  /// More than 64 letters in `pattern`: row by row, keeping one row.
  private static func wide(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Int {
    var row = Array(0...pattern.count)
    for byte in text {
      var diagonal = row[0]
      row[0] += 1
      for (place, letter) in pattern.enumerated() {
        let cost = min(diagonal + (letter == byte ? 0 : 1), row[place] + 1, row[place + 1] + 1)
        diagonal = row[place + 1]
        row[place + 1] = cost
      }
    }
    return row[pattern.count]
  }
}
