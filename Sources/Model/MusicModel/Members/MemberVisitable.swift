/// A type that lists its members once, ordered by name: for merging, checking and whatever else is done with all of
/// them, and for Protocol/generate, which writes how they are read and written.
public protocol MemberVisitable: MemberValue {
  /// A value whose required members are to be replaced.
  static var blank: Self? { get }

  static func members(_ visit: inout some MemberVisitor<Self>)
}

/// An operation on all members of a type.
public protocol MemberVisitor<Whole> {
  associatedtype Whole

  mutating func kind(_ kind: EntityKind)
  mutating func id(_ path: WritableKeyPath<Whole, EntityID>)
  mutating func ids(_ path: WritableKeyPath<Whole, [EntityID]>)
  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  )
  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  )
  /// An optional member that is computed when entities are merged, not chosen from their values.
  mutating func derived<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  )
  /// A list of values, which is absent if empty.
  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  /// Texts by name, which are absent if the table is empty.
  mutating func table(_ member: Member, _ path: WritableKeyPath<Whole, [String: String]>)
  /// The members that this version does not know.
  mutating func extra(_ path: WritableKeyPath<Whole, [String: JSONValue]>)
}

/// Most operations leave the identity of an entity alone.
extension MemberVisitor {
  @inlinable public mutating func kind(_ kind: EntityKind) {}
  @inlinable public mutating func id(_ path: WritableKeyPath<Whole, EntityID>) {}
  @inlinable public mutating func ids(_ path: WritableKeyPath<Whole, [EntityID]>) {}
  @inlinable public mutating func extra(_ path: WritableKeyPath<Whole, [String: JSONValue]>) {}

  /// A member that is computed when entities are merged.
  @inlinable @inline(__always)
  public mutating func derived<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    optional(member, path)
  }
}

/// The lines of a list of members: name, form, merge rule, and the property.
extension MemberVisitor {
  /// A member that every value has.
  @inlinable @inline(__always)
  public mutating func required<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ path: WritableKeyPath<Whole, Value>,
    _ rule: MergeRule = .byPolicy
  ) {
    required(Member(name, form, rule), path)
  }

  /// A member that may be absent.
  @inlinable @inline(__always)
  public mutating func optional<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ path: WritableKeyPath<Whole, Value?>,
    _ rule: MergeRule = .byPolicy
  ) {
    optional(Member(name, form, rule), path)
  }

  /// A member that is computed when entities are merged.
  @inlinable @inline(__always)
  public mutating func derived<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    derived(Member(name, form), path)
  }

  /// A member that belongs to the list that contains the entity.
  @inlinable @inline(__always)
  public mutating func ofList<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ path: WritableKeyPath<Whole, Value?>,
    _ rule: MergeRule = .byPolicy
  ) {
    optional(Member(name, form, rule, isOfList: true), path)
  }

  /// A list of values.
  @inlinable @inline(__always)
  public mutating func list<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ path: WritableKeyPath<Whole, [Value]>,
    _ rule: MergeRule = .byPolicy
  ) {
    list(Member(name, form, rule), path)
  }

  /// Texts by name.
  @inlinable @inline(__always)
  public mutating func table(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, [String: String]>
  ) {
    table(Member(name, .texts), path)
  }
}
