import MusicModel

/// Goes through the members of a kind of entity, one after the other. What the members are is
/// said once a kind (``Mergeable``); what is done with them is up to the visitor.
protocol FieldVisitor<Whole> {
  associatedtype Whole: Mergeable

  /// A member that every record has.
  mutating func name(_ field: Field, _ member: Lens<Whole, String>)
  /// A member that is there or not.
  mutating func value<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, Value?>)
  /// A member that means nothing without the one before it, the lead: it is taken from records that say
  /// the same of the lead.
  mutating func companion<Value: FieldValue, Lead: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, Value?>,
    of lead: Lens<Whole, Lead?>
  )
  /// A member of several values, which are united.
  mutating func list<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [Value]>)
  /// Members by name, which are united.
  mutating func table<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [String: Value]>)
}

/// A member, and what else is to know of it when values are chosen.
struct Field {
  /// How values of the member are chosen where the policy names no other way.
  enum Choice {
    case byPolicy
    /// Of the most usual edition, if it has one: what is true of one edition only.
    case ofEdition
    /// The same, and nothing where it has none.
    case ofEditionOnly
    /// The first credible date: a reissue does not make a work younger.
    case earliest
    /// The smallest number: the best place in a chart.
    case smallest
  }

  let name: StaticString
  var choice: Choice

  init(_ name: StaticString, _ choice: Choice = .byPolicy) {
    self.name = name
    self.choice = choice
  }
}

extension Field: ExpressibleByStringLiteral {
  init(stringLiteral value: StaticString) { self.init(value) }
}

/// A kind of entity that can be made of several records.
protocol Mergeable: MusicEntity {
  /// Tells the visitor all members but the ids, in the order of the protocol.
  static func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) where Visitor.Whole == Self
  /// The editions among records of one thing.
  static func editions(of wholes: [Self]) -> Editions
}

/// A value that can be told in JSON and compared with another in quality.
protocol FieldValue: Hashable, Sendable {
  var json: JSONValue { get }
  /// The higher the better; only compared within one member.
  var quality: Int { get }
  /// What two values in a list must not have in common.
  var listKey: String { get }
  /// Whether it means the same, where a companion hangs on it.
  func agrees(with other: Self) -> Bool
  /// For members of which the earliest or smallest counts: smaller comes first.
  var order: Int { get }
}

extension FieldValue {
  var quality: Int { 0 }
  var listKey: String { "" }
  var order: Int { 0 }
  func agrees(with other: Self) -> Bool { self == other }
}
