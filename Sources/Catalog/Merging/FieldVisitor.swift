import MusicModel

/// Goes through the members of a kind of entity, one after the other. What the members are is
/// said once a kind (``Mergeable``); what is done with them is up to the visitor.
protocol FieldVisitor<Whole> {
  associatedtype Whole: Mergeable

  /// A member that every record has.
  mutating func name(_ name: StaticString, _ path: WritableKeyPath<Whole, String>)
  /// A member that is there or not.
  mutating func value<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, Value?>
  )
  /// A member that means nothing without the one before it, and is taken from the same record.
  mutating func companion<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, Value?>
  )
  /// A member of several values, which are united.
  mutating func list<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, [Value]>
  )
  /// Members by name, which are united.
  mutating func table<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, [String: Value]>
  )
}

/// A kind of entity that can be made of several records.
protocol Mergeable: MusicEntity {
  /// Tells the visitor all members but the ids, in the order of the protocol.
  static func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) where Visitor.Whole == Self
}

/// A value that can be told in JSON and compared with another in quality.
protocol FieldValue: Hashable, Sendable {
  var json: JSONValue { get }
  /// The higher the better; only compared within one member.
  var quality: Int { get }
  /// What two values in a list must not have in common.
  var listKey: String { get }
}

extension FieldValue {
  var quality: Int { 0 }
  var listKey: String { "" }
}
