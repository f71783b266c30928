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
  /// The first credible date: a reissue does not make an album younger.
  case earliest
  /// The smallest number: the best rank in a chart.
  case smallest
  /// The value of a record that agrees about another member, its lead, without which it has no meaning.
  /// Records are preferred by the rule of the lead.
  case with(StaticString)
}
