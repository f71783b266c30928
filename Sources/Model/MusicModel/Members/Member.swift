/// A member of a JSON object, and the rules for its values.
public struct Member: Sendable {
  public let name: StaticString
  public let form: WireForm
  public let rule: MergeRule
  /// Whether it belongs to the list that contains the entity, not to the entity itself.
  public let isOfList: Bool

  @inlinable
  public init(
    _ name: StaticString,
    _ form: WireForm = .text,
    _ rule: MergeRule = .byPolicy,
    isOfList: Bool = false
  ) {
    self.name = name
    self.form = form
    self.rule = rule
    self.isOfList = isOfList
  }

  /// The member whose source this one follows, or `nil` if it is independent.
  @inlinable public var lead: StaticString? { if case .with(let lead) = rule { lead } else { nil } }

  /// The member with the merge rule of its lead.
  public func following(_ lead: Member) -> Member {
    Member(name, form, lead.rule, isOfList: isOfList)
  }

  /// Whether the member has this name.
  public func isNamed(_ other: StaticString) -> Bool {
    name.utf8CodeUnitCount == other.utf8CodeUnitCount
      && name.withUTF8Buffer { name in other.withUTF8Buffer { name.elementsEqual($0) } }
  }
}

/// The choice between different values of a member, unless the merge policy says otherwise.
public enum MergeRule: Sendable {
  case byPolicy
  /// The value of the most common edition, if it has one.
  case ofEdition
  /// The value of the most common edition, or none.
  case ofEditionOnly
  /// The earliest release other than compilations and live albums: the album to which a song belongs.
  case original
  /// The first credible date: a reissue does not make an album younger.
  case earliest
  /// The smallest number: the best rank in a chart.
  case smallest
  /// The list of one source that says most, by the ``MemberValue/quality`` of its values: names that sources write
  /// differently are not united.
  case fullest
  /// The value of a record that agrees about another member, its lead, without which it has no meaning.
  /// Records are preferred by the rule of the lead.
  case with(StaticString)
}
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
