/// A member as schemas and shapes describe it.
public struct MemberDescription: Sendable {
  public let member: Member
  public let isRequired: Bool
  /// Whether the form is that of the elements of a list.
  public let isList: Bool
  /// Whether it is chosen when entities are merged.
  public let isMerged: Bool

  public var name: String { "\(member.name)" }
}

extension MemberVisitable {
  /// All members but unknown ones, in the order of their names.
  public static var memberDescriptions: [MemberDescription] {
    var collector = MemberCollector<Self>()
    members(&collector)
    return collector.descriptions
  }
}

extension EntityKind {
  /// All members of entities of the kind, in the order of their names.
  public var memberDescriptions: [MemberDescription] {
    switch self {
    case .artist: Artist.memberDescriptions
    case .album: Album.memberDescriptions
    case .song: Song.memberDescriptions
    case .chart: Chart.memberDescriptions
    }
  }

  /// The name of the kind on the wire.
  fileprivate var word: StaticString {
    switch self {
    case .artist: "artist"
    case .album: "album"
    case .song: "song"
    case .chart: "chart"
    }
  }
}

private struct MemberCollector<Whole>: MemberVisitor {
  var descriptions: [MemberDescription] = []

  private mutating func add(
    _ member: Member,
    isRequired: Bool = false,
    isList: Bool = false,
    isMerged: Bool = true
  ) {
    descriptions.append(
      MemberDescription(
        member: member,
        isRequired: isRequired,
        isList: isList,
        isMerged: isMerged
      )
    )
  }

  mutating func kind(_ kind: EntityKind) {
    add(Member("kind", .constant(kind.word)), isRequired: true, isMerged: false)
  }

  mutating func id(_ path: WritableKeyPath<Whole, EntityID>) {
    add(Member("id", .id), isRequired: true, isMerged: false)
  }

  mutating func ids(_ path: WritableKeyPath<Whole, [EntityID]>) {
    add(Member("ids", .id), isList: true, isMerged: false)
  }

  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {
    add(member, isRequired: true)
  }

  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    add(member)
  }

  mutating func derived<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    add(member, isMerged: false)
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  {
    add(member, isList: true)
  }

  mutating func table(_ member: Member, _ path: WritableKeyPath<Whole, [String: String]>) {
    add(member)
  }
}
