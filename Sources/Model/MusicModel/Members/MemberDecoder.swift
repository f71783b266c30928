extension MusicEntity {
  public init(from decoder: any Decoder) throws {
    guard let blank = Self.blank else { preconditionFailure("There is a blank \(Self.kind).") }
    var visitor = MemberDecoder(blank, try decoder.container(keyedBy: MemberName.self))
    Self.members(&visitor)
    self = try visitor.decoded().withOwnID
  }
}

/// Reads an entity by way of Foundation, with the members that this version does not know.
private struct MemberDecoder<Whole: MusicEntity>: MemberVisitor {
  private let container: KeyedDecodingContainer<MemberName>
  private var whole: Whole
  private var known: Set<String> = []
  private var error: (any Error)?

  init(_ blank: Whole, _ container: KeyedDecodingContainer<MemberName>) {
    whole = blank
    self.container = container
  }

  func decoded() throws -> Whole {
    if let error { throw error }
    return whole
  }

  private mutating func decode(
    _ name: StaticString,
    _ decode: (KeyedDecodingContainer<MemberName>, MemberName, inout Whole) throws -> Void
  ) {
    let name = MemberName("\(name)")
    known.insert(name.stringValue)
    guard error == nil else { return }
    do { try decode(container, name, &whole) } catch { self.error = error }
  }

  mutating func kind(_ kind: EntityKind) {
    decode("kind") { container, name, _ in
      guard let found = try container.decodeIfPresent(String.self, forKey: name),
        found != kind.rawValue
      else { return }
      throw DecodingError.dataCorruptedError(
        forKey: name,
        in: container,
        debugDescription: "kind is \"\(found)\" where \"\(kind.rawValue)\" is expected"
      )
    }
  }

  mutating func id(_ accessor: Accessor<Whole, EntityID>) {
    required(Member("id", .id), accessor)
  }

  mutating func ids(_ accessor: Accessor<Whole, [EntityID]>) {
    list(Member("ids", .id), accessor)
  }

  mutating func required<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value>) {
    decode(member.name) { accessor.set(&$2, try $0.decode(Value.self, forKey: $1)) }
  }

  mutating func optional<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value?>)
  {
    decode(member.name) { accessor.set(&$2, try $0.decodeIfPresent(Value.self, forKey: $1)) }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, [Value]>) {
    decode(member.name) {
      accessor.set(&$2, try $0.decodeIfPresent([Value].self, forKey: $1) ?? [])
    }
  }

  mutating func table(_ member: Member, _ accessor: Accessor<Whole, [String: String]>) {
    decode(member.name) {
      accessor.set(&$2, try $0.decodeIfPresent([String: String].self, forKey: $1) ?? [:])
    }
  }

  /// Visited last, when all other members are known.
  mutating func extra(_ accessor: Accessor<Whole, [String: JSONValue]>) {
    guard error == nil else { return }
    var extra: [String: JSONValue] = [:]
    do {
      for name in container.allKeys where !known.contains(name.stringValue) {
        extra[name.stringValue] = try container.decode(JSONValue.self, forKey: name)
      }
    } catch { self.error = error }
    accessor.set(&whole, extra)
  }
}
