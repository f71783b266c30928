/// A type that lists its members once, ordered by name, for everything that is done with all of them:
/// reading, writing, merging, checking.
public protocol MemberVisitable: MemberValue {
  /// A value whose required members are to be replaced.
  static var blank: Self? { get }

  /// The members that this version does not know.
  var extra: [String: JSONValue] { get }

  static func members(_ visit: inout some MemberVisitor<Self>)
}

extension MemberVisitable {
  /// None, unless the type has a member for them.
  @inlinable public var extra: [String: JSONValue] { [:] }
}

/// An operation on all members of a type.
public protocol MemberVisitor<Whole> {
  associatedtype Whole

  mutating func kind(_ kind: EntityKind)
  mutating func id(_ accessor: Accessor<Whole, EntityID>)
  mutating func ids(_ accessor: Accessor<Whole, [EntityID]>)
  mutating func required<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value>)
  mutating func optional<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value?>)
  /// An optional member that is computed when entities are merged, not chosen from their values.
  mutating func derived<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value?>)
  /// A list of values, which is absent if empty.
  mutating func list<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, [Value]>)
  /// Texts by name, which are absent if the table is empty.
  mutating func table(_ member: Member, _ accessor: Accessor<Whole, [String: String]>)
  /// The members that this version does not know.
  mutating func extra(_ accessor: Accessor<Whole, [String: JSONValue]>)
}

/// Most operations leave the identity of an entity alone.
extension MemberVisitor {
  @inlinable public mutating func kind(_ kind: EntityKind) {}
  @inlinable public mutating func id(_ accessor: Accessor<Whole, EntityID>) {}
  @inlinable public mutating func ids(_ accessor: Accessor<Whole, [EntityID]>) {}
  @inlinable public mutating func extra(_ accessor: Accessor<Whole, [String: JSONValue]>) {}

  /// A member that is computed when entities are merged.
  @inlinable
  public mutating func derived<Value: MemberValue>(
    _ member: Member,
    _ accessor: Accessor<Whole, Value?>
  ) {
    optional(member, accessor)
  }
}

/// The lines of a list of members: name, form and merge rule, then the ways to read and to set it.
extension MemberVisitor {
  /// The id of an entity.
  @inlinable
  public mutating func id(
    _ read: @escaping (Span<Whole>, Int) -> EntityID,
    _ set: @escaping (inout Whole, EntityID) -> Void
  ) {
    id(Accessor(read, set))
  }

  /// All ids of an entity.
  @inlinable
  public mutating func ids(
    _ read: @escaping (Span<Whole>, Int) -> [EntityID],
    _ set: @escaping (inout Whole, [EntityID]) -> Void
  ) {
    ids(Accessor(read, set))
  }

  /// A member that every value has.
  @inlinable
  public mutating func required<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ rule: MergeRule,
    _ read: @escaping (Span<Whole>, Int) -> Value,
    _ set: @escaping (inout Whole, Value) -> Void
  ) {
    required(Member(name, form, rule), Accessor(read, set))
  }

  /// A member that may be absent.
  @inlinable
  public mutating func optional<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ rule: MergeRule,
    _ read: @escaping (Span<Whole>, Int) -> Value?,
    _ set: @escaping (inout Whole, Value?) -> Void
  ) {
    optional(Member(name, form, rule), Accessor(read, set))
  }

  /// A member that is computed when entities are merged.
  @inlinable
  public mutating func derived<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ read: @escaping (Span<Whole>, Int) -> Value?,
    _ set: @escaping (inout Whole, Value?) -> Void
  ) {
    derived(Member(name, form), Accessor(read, set))
  }

  /// A member that belongs to the list that contains the entity.
  @inlinable
  public mutating func ofList<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ rule: MergeRule,
    _ read: @escaping (Span<Whole>, Int) -> Value?,
    _ set: @escaping (inout Whole, Value?) -> Void
  ) {
    optional(Member(name, form, rule, isOfList: true), Accessor(read, set))
  }

  /// A list of values.
  @inlinable
  public mutating func list<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ rule: MergeRule,
    _ read: @escaping (Span<Whole>, Int) -> [Value],
    _ set: @escaping (inout Whole, [Value]) -> Void
  ) {
    list(Member(name, form, rule), Accessor(read, set))
  }

  /// A member that every value has.
  @inlinable
  public mutating func required<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ read: @escaping (Span<Whole>, Int) -> Value,
    _ set: @escaping (inout Whole, Value) -> Void
  ) {
    required(Member(name, form), Accessor(read, set))
  }

  /// A member that may be absent.
  @inlinable
  public mutating func optional<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ read: @escaping (Span<Whole>, Int) -> Value?,
    _ set: @escaping (inout Whole, Value?) -> Void
  ) {
    optional(Member(name, form), Accessor(read, set))
  }

  /// A member that belongs to the list that contains the entity.
  @inlinable
  public mutating func ofList<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ read: @escaping (Span<Whole>, Int) -> Value?,
    _ set: @escaping (inout Whole, Value?) -> Void
  ) {
    optional(Member(name, form, isOfList: true), Accessor(read, set))
  }

  /// A list of values.
  @inlinable
  public mutating func list<Value: MemberValue>(
    _ name: StaticString,
    _ form: WireForm,
    _ read: @escaping (Span<Whole>, Int) -> [Value],
    _ set: @escaping (inout Whole, [Value]) -> Void
  ) {
    list(Member(name, form), Accessor(read, set))
  }

  /// Texts by name.
  @inlinable
  public mutating func table(
    _ name: StaticString,
    _ read: @escaping (Span<Whole>, Int) -> [String: String],
    _ set: @escaping (inout Whole, [String: String]) -> Void
  ) {
    table(Member(name, .texts), Accessor(read, set))
  }

  /// The members that this version does not know.
  @inlinable
  public mutating func extra(
    _ read: @escaping (Span<Whole>, Int) -> [String: JSONValue],
    _ set: @escaping (inout Whole, [String: JSONValue]) -> Void
  ) {
    extra(Accessor(read, set))
  }
}
