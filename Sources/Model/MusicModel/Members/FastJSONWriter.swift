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
  @usableFromInline let whole: InlineArray<1, Whole>
  @usableFromInline var json = JSONWriter()
  /// The unknown members that are not written yet.
  @usableFromInline var unknown: ArraySlice<(key: String, value: JSONValue)> = []

  @inlinable
  init(_ whole: Whole) {
    self.whole = [whole]
    if !whole.extra.isEmpty { unknown = whole.extra.sortedByName[...] }
  }

  /// Begins a member, after the unknown ones that precede it.
  @inlinable
  mutating func begin(_ name: StaticString) {
    if !unknown.isEmpty { addUnknown(before: name) }
    json.name(name)
  }

  @usableFromInline
  mutating func addUnknown(before name: StaticString) {
    name.withUTF8Buffer { name in
      while let next = unknown.first, !name.lexicographicallyPrecedes(next.key.utf8) {
        // A member that is set twice.
        if name.elementsEqual(next.key.utf8) { json.giveUp() }
        addNextUnknown()
      }
    }
  }

  private mutating func addNextUnknown() {
    guard let next = unknown.popFirst() else { return }
    json.name(next.key)
    json.add(next.value)
  }

  @inlinable
  mutating func kind(_ kind: EntityKind) {
    begin("kind")
    json.add(text: kind.rawValue)
  }

  @inlinable
  mutating func id(_ accessor: Accessor<Whole, EntityID>) {
    begin("id")
    accessor.value(in: whole).write(&json)
  }

  @inlinable
  mutating func ids(_ accessor: Accessor<Whole, [EntityID]>) {
    begin("ids")
    accessor.value(in: whole).write(&json)
  }

  @inlinable
  mutating func required<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value>) {
    begin(member.name)
    accessor.value(in: whole).write(&json)
  }

  @inlinable
  mutating func optional<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value?>)
  {
    guard let value = accessor.value(in: whole) else { return }
    begin(member.name)
    value.write(&json)
  }

  @inlinable
  mutating func list<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, [Value]>) {
    let values = accessor.value(in: whole)
    guard !values.isEmpty else { return }
    begin(member.name)
    values.write(&json)
  }

  @inlinable
  mutating func table(_ member: Member, _ accessor: Accessor<Whole, [String: String]>) {
    let texts = accessor.value(in: whole)
    guard !texts.isEmpty else { return }
    begin(member.name)
    json.open(.object)
    let sorted = texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (name, text) in sorted {
      json.name(name)
      json.add(text: text)
    }
    json.close(.object)
  }

  /// Writes the unknown members that come after all known ones.
  @inlinable
  mutating func extra(_ accessor: Accessor<Whole, [String: JSONValue]>) { addRestOfUnknown() }

  @usableFromInline
  mutating func addRestOfUnknown() {
    while !unknown.isEmpty { addNextUnknown() }
  }
}
