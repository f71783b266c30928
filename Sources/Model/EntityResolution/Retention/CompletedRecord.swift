package import MusicModel

extension Entity {
  /// A newer version of a record with what only an older version contains.
  ///
  /// A source sends less in a list than for the entity alone, which takes nothing away. Companions of
  /// a member, such as the language of a text, come from the same version as the member.
  package func completed(by older: Entity) -> Entity {
    switch (self, older) {
    case (.artist(let new), .artist(let old)): .artist(CompletedRecord.of(new, by: old))
    case (.album(let new), .album(let old)): .album(CompletedRecord.of(new, by: old))
    case (.song(let new), .song(let old)): .song(CompletedRecord.of(new, by: old))
    case (.chart(let new), .chart(let old)): .chart(CompletedRecord.of(new, by: old))
    default: self
    }
  }
}

/// Adds the members of an older version that ``UnsupersededFields`` leaves.
private struct CompletedRecord<Whole: Mergeable>: FieldVisitor {
  private var whole: Whole
  private let rest: Whole

  static func of(_ newer: Whole, by older: Whole) -> Whole {
    guard let rest = UnsupersededFields.of(older, beside: newer) else { return newer }
    var visitor = CompletedRecord(whole: newer, rest: rest)
    Whole.members(&visitor)
    visitor.whole.ids += older.ids.filter { !newer.ids.contains($0) }
    return visitor.whole
  }

  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {}

  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    if whole[keyPath: path] == nil { whole[keyPath: path] = rest[keyPath: path] }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  {
    if whole[keyPath: path].isEmpty { whole[keyPath: path] = rest[keyPath: path] }
  }

  mutating func union<Value: Hashable & Sendable>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, [String: Value]>,
    _ json: (Value) -> JSONValue
  ) {
    whole[keyPath: path].merge(rest[keyPath: path]) { new, _ in new }
  }
}
