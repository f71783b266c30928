import MusicModel

/// A kind of entity that can be merged from several records.
protocol Mergeable: MusicEntity {
  /// The editions among records of one entity.
  static func editions(of wholes: [Self], _ names: NameReader) -> Editions
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
    _ path: WritableKeyPath<Whole, [String: Value]>,
    _ json: (Value) -> JSONValue
  )
}

extension FieldVisitor {
  mutating func derived<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {}

  mutating func table(_ member: Member, _ path: WritableKeyPath<Whole, [String: String]>) {
    union(member, path) { .string($0) }
  }

  mutating func extra(_ path: WritableKeyPath<Whole, [String: JSONValue]>) {
    union(Member("extra"), path) { $0 }
  }
}
