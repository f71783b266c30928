extension MusicEntity {
  /// The entity without the members that belong to the list that contains it.
  package var withoutListMembers: Self {
    var remover = ListMemberRemover(whole: self)
    Self.members(&remover)
    return remover.whole
  }
}

extension Entity {
  /// The entity without the members that belong to the list that contains it.
  package var withoutListMembers: Entity {
    switch self {
    case .artist(let artist): .artist(artist.withoutListMembers)
    case .album(let album): .album(album.withoutListMembers)
    case .song(let song): .song(song.withoutListMembers)
    case .chart(let chart): .chart(chart.withoutListMembers)
    }
  }
}

/// Removes the members that belong to a list.
private struct ListMemberRemover<Whole: MemberVisitable>: MemberVisitor {
  fileprivate(set) var whole: Whole

  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {
  }

  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    if member.isOfList { whole[keyPath: path] = nil }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  {}
  mutating func table(_ member: Member, _ path: WritableKeyPath<Whole, [String: String]>) {}
}
