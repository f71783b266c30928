extension Entity {
  /// The entity without implausible numbers (specification, chapter "The model"). Replies of
  /// sources are data from the internet.
  public var plausible: Entity {
    switch self {
    case .artist(let artist): PlausibilityFilter.changed(artist).map { .artist($0) } ?? self
    case .album(let album): PlausibilityFilter.changed(album).map { .album($0) } ?? self
    case .song(let song): PlausibilityFilter.changed(song).map { .song($0) } ?? self
    case .chart(let chart): PlausibilityFilter.changed(chart).map { .chart($0) } ?? self
    }
  }
}

extension Artwork {
  public func isPlausible(as form: WireForm) -> Bool { PlausibilityFilter.changed(self) == nil }
  public var plausible: Artwork { PlausibilityFilter.changed(self) ?? self }
}

/// Removes values outside the plausible range of their form.
private struct PlausibilityFilter<Whole: MemberVisitable>: MemberVisitor {
  private let original: [Whole]
  private var changed: Whole?

  /// Returns the value without implausible members, or `nil` if all are plausible.
  static func changed(_ whole: Whole) -> Whole? {
    var filter = PlausibilityFilter(original: [whole])
    Whole.members(&filter)
    return filter.changed
  }

  private mutating func change(_ change: (inout Whole) -> Void) {
    var whole = changed ?? original[0]
    change(&whole)
    changed = whole
  }

  mutating func required<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value>) {
  }

  mutating func optional<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, Value?>)
  {
    guard let value = accessor.value(in: original, 0), !value.isPlausible(as: member.form) else {
      return
    }
    change { accessor.set(&$0, nil) }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, [Value]>) {
    let values = accessor.value(in: original, 0)
    guard !values.allSatisfy({ $0.isPlausible(as: member.form) }) else { return }
    change { accessor.set(&$0, values.map(\.plausible)) }
  }

  mutating func table(_ member: Member, _ accessor: Accessor<Whole, [String: String]>) {}
}
