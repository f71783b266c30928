/// A stable sort by 32-bit numbers.
enum RadixSort {
  struct Entry {
    var key: UInt32
    var position: UInt32
  }

  /// Three rounds of eleven bits: the counters of a round fit into the fastest cache.
  private static let bits: UInt32 = 11

  static func sort(_ entries: inout [Entry]) {
    var sorted = entries
    let largest = entries.reduce(0) { max($0, $1.key) }
    for shift in [0, bits, 2 * bits] where largest >> shift > 0 {
      order(entries.span, by: shift, into: &sorted)
      swap(&entries, &sorted)
    }
  }

  private static func order(_ entries: Span<Entry>, by shift: UInt32, into sorted: inout [Entry]) {
    let mask: UInt32 = 1 << bits - 1
    var starts = [Int](repeating: 0, count: 1 << Int(bits))
    for index in entries.indices { starts[Int(entries[index].key >> shift & mask)] += 1 }
    var sum = 0
    for digit in starts.indices {
      let count = starts[digit]
      starts[digit] = sum
      sum += count
    }
    var target = sorted.mutableSpan
    for index in entries.indices {
      let digit = Int(entries[index].key >> shift & mask)
      target[starts[digit]] = entries[index]
      starts[digit] += 1
    }
  }
}
