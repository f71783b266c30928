/// A position in the user's order: a text that sorts like the positions.
///
/// There is another index between any two, so that a move changes only the moved favourite. It is a number
/// in base 62: an integer part whose first letter encodes its number of digits, and a fraction whose last
/// digit is never 0.
package struct FractionalIndex: Hashable, Sendable {
  package let text: String

  /// Parses an index, or returns `nil` if the text is malformed.
  package init?(_ text: String) {
    guard FractionalIndex.isWellFormed(text) else { return nil }
    self.text = text
  }

  private init(whole: [UInt8], fraction: [UInt8] = []) {
    text = String(decoding: whole + fraction, as: UTF8.self)
  }

  /// The index of the first favourite.
  package static let start = FractionalIndex(whole: Array("a0".utf8))

  /// An index after `left` and before `right`; `nil` stands for the end of the order.
  ///
  /// If both are equal, the result is the same index.
  package static func between(_ left: FractionalIndex?, _ right: FractionalIndex?)
    -> FractionalIndex
  {
    if let left, let right, left >= right { return left }
    switch (left.map(RankParts.init), right.map(RankParts.init)) {
    case (nil, nil): return .start
    case (nil, let right?):
      if !right.fraction.isEmpty { return FractionalIndex(whole: right.whole) }
      return FractionalIndex(whole: RankDigits.predecessor(ofWhole: right.whole) ?? right.whole)
    case (let left?, nil):
      if let whole = RankDigits.successor(ofWhole: left.whole) {
        return FractionalIndex(whole: whole)
      }
      return FractionalIndex(whole: left.whole, fraction: RankDigits.middle(left.fraction, nil))
    case (let low?, let high?):
      if low.whole == high.whole {
        return FractionalIndex(
          whole: low.whole,
          fraction: RankDigits.middle(low.fraction, high.fraction)
        )
      }
      if let whole = RankDigits.successor(ofWhole: low.whole) {
        let between = FractionalIndex(whole: whole)
        if let right, between < right { return between }
      }
      return FractionalIndex(whole: low.whole, fraction: RankDigits.middle(low.fraction, nil))
    }
  }

  /// A number of indexes between two, in order and as short as possible.
  package static func spread(_ count: Int, _ left: FractionalIndex?, _ right: FractionalIndex?)
    -> [FractionalIndex]
  {
    guard count > 0 else { return [] }
    if right == nil {
      var ranks: [FractionalIndex] = []
      while ranks.count < count { ranks.append(between(ranks.last ?? left, nil)) }
      return ranks
    }
    let middle = between(left, right)
    let before = (count - 1) / 2
    return spread(before, left, middle) + [middle] + spread(count - 1 - before, middle, right)
  }

  private static func isWellFormed(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, let whole = RankDigits.wholeLength(first),
      (whole...FavoriteLimits.maxReadableRankLength).contains(bytes.count),
      bytes.dropFirst().allSatisfy({ RankDigits.value($0) != nil })
    else { return false }
    return bytes.count == whole || bytes.last != UInt8(ascii: "0")
  }
}

extension FractionalIndex: Comparable {
  package static func < (left: FractionalIndex, right: FractionalIndex) -> Bool {
    left.text < right.text
  }
}

private struct RankParts {
  let whole: [UInt8]
  let fraction: [UInt8]

  init(_ rank: FractionalIndex) {
    let bytes = Array(rank.text.utf8)
    let length = bytes.first.flatMap { RankDigits.wholeLength($0) } ?? bytes.count
    whole = Array(bytes.prefix(length))
    fraction = Array(bytes.dropFirst(length))
  }
}

/// The digits of ranks: 0–9, A–Z, a–z, in byte order.
enum RankDigits {
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
  )
  private static let base = digits.count
  private static let zero = digits[0]

  static func value(_ digit: UInt8) -> Int? {
    switch digit {
    case 0x30...0x39: Int(digit) - 0x30
    case 0x41...0x5A: Int(digit) - 0x41 + 10
    case 0x61...0x7A: Int(digit) - 0x61 + 36
    default: nil
    }
  }

  /// The length of the integer part that starts with this letter. `a` and `Z` are followed by one
  /// digit, `b` and `Y` by two, and so on, so that texts sort as numbers.
  static func wholeLength(_ first: UInt8) -> Int? {
    switch first {
    case 0x61...0x7A: Int(first) - 0x61 + 2
    case 0x41...0x5A: 0x5A - Int(first) + 2
    default: nil
    }
  }

  /// The next integer, or `nil` after the last.
  static func successor(ofWhole whole: [UInt8]) -> [UInt8]? {
    var next = whole
    for index in next.indices.dropFirst().reversed() {
      let value = value(next[index]) ?? 0
      if value + 1 < base {
        next[index] = digits[value + 1]
        return next
      }
      next[index] = zero
    }
    switch whole[0] {
    case UInt8(ascii: "Z"): return Array("a0".utf8)
    case UInt8(ascii: "z"): return nil
    case let first where first < UInt8(ascii: "Z"):
      return [first + 1] + Array(next.dropFirst(2))
    case let first: return [first + 1] + Array(next.dropFirst()) + [zero]
    }
  }

  /// The previous integer, or `nil` before the first.
  static func predecessor(ofWhole whole: [UInt8]) -> [UInt8]? {
    var previous = whole
    let last = digits[base - 1]
    for index in previous.indices.dropFirst().reversed() {
      let value = value(previous[index]) ?? 0
      if value > 0 {
        previous[index] = digits[value - 1]
        // The first integer would leave no room before it.
        return previous[0] == UInt8(ascii: "A") && previous.dropFirst().allSatisfy { $0 == zero }
          ? nil : previous
      }
      previous[index] = last
    }
    switch whole[0] {
    case UInt8(ascii: "a"): return Array("Zz".utf8)
    case UInt8(ascii: "A"): return nil
    case let first where first > UInt8(ascii: "a"):
      return [first - 1] + Array(previous.dropFirst(2))
    case let first: return [first - 1] + Array(previous.dropFirst()) + [last]
    }
  }

  /// A fraction greater than `left` and less than `right` (`nil`: less than 1).
  static func middle(_ left: [UInt8], _ right: [UInt8]?) -> [UInt8] {
    var result: [UInt8] = []
    var right = right
    var index = 0
    while true {
      let low = index < left.count ? value(left[index]) ?? 0 : 0
      let high = right.map { index < $0.count ? value($0[index]) ?? 0 : 0 } ?? base
      if high - low > 1 {
        result.append(digits[(low + high) / 2])
        return result
      }
      if high - low == 1, let bound = right, index + 1 < bound.count {
        result.append(digits[high])
        return result
      }
      result.append(digits[low])
      if high > low { right = nil }
      index += 1
    }
  }
}
