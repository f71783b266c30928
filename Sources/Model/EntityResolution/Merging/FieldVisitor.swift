import MusicModel

/// A kind of entity that can be merged from several records.
protocol Mergeable: MusicEntity {
  /// The editions among records of one entity.
  static func editions(of wholes: [Self]) -> Editions
}

extension Artist: Mergeable {}
extension Album: Mergeable {}
extension Song: Mergeable {}
extension Chart: Mergeable {}

/// A visitor of the members that are merged: all but the identity and derived members.
protocol FieldVisitor: MemberVisitor where Whole: Mergeable {
  /// Visits the texts or unknown members by name, which are united.
  mutating func union<Value: Hashable & Sendable>(
    _ member: Member,
    _ accessor: Accessor<Whole, [String: Value]>,
    _ json: (Value) -> JSONValue
  )
}

extension FieldVisitor {
  mutating func derived<Value: MemberValue>(
    _ member: Member,
    _ accessor: Accessor<Whole, Value?>
  ) {}

  mutating func table(_ member: Member, _ accessor: Accessor<Whole, [String: String]>) {
    union(member, accessor) { .string($0) }
  }

  mutating func extra(_ accessor: Accessor<Whole, [String: JSONValue]>) {
    union(Member("extra"), accessor) { $0 }
  }
}

extension EntityKind {
  /// The names of the members that a policy can mention.
  package var memberNames: [String] {
    memberDescriptions.filter { $0.isMerged }.map(\.name)
  }
}
