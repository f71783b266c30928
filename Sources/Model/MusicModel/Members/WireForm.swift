/// The form of a member's values on the wire (`Protocol/schema`); in a list, of its elements.
public enum WireForm: Sendable {
  /// A string that is not empty.
  case text
  case constant(StaticString)
  case id
  case date
  case flag
  /// Whole numbers: those that the protocol allows, and those that can be meant.
  case integer(allowed: ClosedRange<Int>, plausible: ClosedRange<Int>)
  /// A number that is not negative.
  case amount
  case currency
  case country
  case albumOrSong
  /// An object whose values are texts.
  case texts
  case entity
  case object(any MemberVisitable.Type)

  /// The largest whole number that every JSON reader preserves.
  public static let maxInteger = 9_007_199_254_740_991

  @inlinable public static func count(_ plausible: ClosedRange<Int>) -> WireForm {
    .integer(allowed: 0...9_007_199_254_740_991, plausible: plausible)
  }

  @inlinable public static var count: WireForm { .count(1...100_000) }

  @inlinable public static var positive: WireForm {
    .integer(allowed: 1...9_007_199_254_740_991, plausible: 1...100_000)
  }

  @inlinable public static var year: WireForm {
    .integer(allowed: 1...9999, plausible: 1...9999)
  }
}
