package import MusicModel

extension EntityKind {
  /// The names of the members that a policy can speak of, in the order of the protocol.
  package var memberNames: [String] {
    switch self {
    case .artist: MemberNames<Artist>.all
    case .album: MemberNames<Album>.all
    case .song: MemberNames<Song>.all
    case .chart: MemberNames<Chart>.all
    }
  }
}

/// Notes the names of all members.
private struct MemberNames<Whole: Mergeable>: FieldVisitor {
  private var names: [String] = []

  static var all: [String] {
    var visitor = MemberNames()
    Whole.visit(&visitor)
    return visitor.names
  }

  mutating func name(_ field: Field, _ member: Lens<Whole, String>) { note(field) }

  mutating func value<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, Value?>) {
    note(field)
  }

  mutating func companion<Value: FieldValue, Lead: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, Value?>,
    of lead: Lens<Whole, Lead?>
  ) {
    note(field)
  }

  mutating func list<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [Value]>) {
    note(field)
  }

  mutating func table<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [String: Value]>) {
    note(field)
  }

  private mutating func note(_ field: Field) { names.append("\(field.name)") }
}
