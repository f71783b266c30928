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
