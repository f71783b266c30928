extension MusicEntity {
  public func encode(to encoder: any Encoder) throws {
    var visitor = MemberEncoder(self, encoder.container(keyedBy: MemberName.self))
    Self.members(&visitor)
    if let error = visitor.error { throw error }
  }
}

/// Writes an entity by way of Foundation, with the members that this version does not know.
private struct MemberEncoder<Whole: MusicEntity>: MemberVisitor {
  private let whole: Whole
  private var container: KeyedEncodingContainer<MemberName>
  private(set) var error: (any Error)?

  init(_ whole: Whole, _ container: KeyedEncodingContainer<MemberName>) {
    self.whole = whole
    self.container = container
  }

  private mutating func encode(_ name: String, _ value: some Encodable) {
    guard error == nil else { return }
    do { try container.encode(value, forKey: MemberName(name)) } catch { self.error = error }
  }

  mutating func kind(_ kind: EntityKind) { encode("kind", kind) }
  mutating func id(_ accessor: Accessor<Whole, EntityID>) { encode("id", accessor.get(whole)) }
  mutating func ids(_ accessor: Accessor<Whole, [EntityID]>) { encode("ids", accessor.get(whole)) }

  mutating func required<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value>) {
    encode("\(member.name)", accessor.get(whole))
  }

  mutating func optional<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value?>)
  {
    if let value = accessor.get(whole) { encode("\(member.name)", value) }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, [Value]>) {
    let values = accessor.get(whole)
    if !values.isEmpty { encode("\(member.name)", values) }
  }

  mutating func table(_ member: Member, _ accessor: Accessor<Whole, [String: String]>) {
    let texts = accessor.get(whole)
    if !texts.isEmpty { encode("\(member.name)", texts) }
  }

  mutating func extra(_ accessor: Accessor<Whole, [String: JSONValue]>) {
    for (name, value) in accessor.get(whole) { encode(name, value) }
  }
}
