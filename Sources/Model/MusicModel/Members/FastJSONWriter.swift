extension MemberVisitable {
  @inlinable
  public func write(_ writer: inout JSONWriter) {
    var visitor = FastJSONWriter(self)
    // Swapped, because an array with two owners would be copied.
    swap(&visitor.json, &writer)
    visitor.json.open(.object)
    Self.members(&visitor)
    visitor.json.close(.object)
    swap(&visitor.json, &writer)
  }
}

/// Writes all members, in the order of their names.
@usableFromInline
struct FastJSONWriter<Whole: MemberVisitable>: MemberVisitor {
  @usableFromInline let whole: [Whole]
  @usableFromInline var json = JSONWriter()

  @inlinable
  init(_ whole: Whole) { self.whole = [whole] }

  @inlinable
  mutating func kind(_ kind: EntityKind) {
    json.name("kind")
    json.add(text: kind.rawValue)
  }

  @inlinable
  mutating func id(_ accessor: Accessor<Whole, EntityID>) {
    json.name("id")
    json.add(text: accessor.value(in: whole, 0).description)
  }

  @inlinable
  mutating func ids(_ accessor: Accessor<Whole, [EntityID]>) {
    json.name("ids")
    accessor.value(in: whole, 0).write(&json)
  }

  @inlinable
  mutating func required<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value>) {
    json.name(member.name)
    accessor.value(in: whole, 0).write(&json)
  }

  @inlinable
  mutating func optional<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value?>)
  {
    guard let value = accessor.value(in: whole, 0) else { return }
    json.name(member.name)
    value.write(&json)
  }

  @inlinable
  mutating func list<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, [Value]>) {
    let values = accessor.value(in: whole, 0)
    guard !values.isEmpty else { return }
    json.name(member.name)
    values.write(&json)
  }

  @inlinable
  mutating func table(_ member: Member, _ accessor: Accessor<Whole, [String: String]>) {
    let texts = accessor.value(in: whole, 0)
    guard !texts.isEmpty else { return }
    json.name(member.name)
    json.open(.object)
    let sorted = texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (name, text) in sorted {
      json.name(name)
      json.add(text: text)
    }
    json.close(.object)
  }

  /// Unknown members stand between the known ones.
  @inlinable
  mutating func extra(_ accessor: Accessor<Whole, [String: JSONValue]>) {
    if !accessor.value(in: whole, 0).isEmpty { json.giveUp() }
  }
}
