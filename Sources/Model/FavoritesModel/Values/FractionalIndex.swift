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
