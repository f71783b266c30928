/// A place in the user's own order: a text, and texts sort as the places do.
///
/// Between any two ranks there is another one, so that a move changes only what is moved. It is a
/// number to the base 62: a whole part whose first letter tells how many digits it has, and
/// digits behind the point, of which the last is never 0.
package struct FractionalIndex: Hashable, Sendable {
  package let text: String

  /// Reads one, or nothing where the text is no rank.
  package init?(_ text: String) {
    guard FractionalIndex.isWellFormed(text) else { return nil }
    self.text = text
  }

  private init(whole: [UInt8], fraction: [UInt8] = []) {
    text = String(decoding: whole + fraction, as: UTF8.self)
  }

  /// The place of the first favourite.
  package static let start = FractionalIndex(whole: Array("a0".utf8))

  /// A place after `left` and before `right`; nil stands for the end of the order.
  ///
  /// Where there is no room, because both are the same, it is that same place.
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

  /// So many places between the two, in order and as short as they can be.
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
      (whole...FavoriteLimits.rankLengthReadable).contains(bytes.count),
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
