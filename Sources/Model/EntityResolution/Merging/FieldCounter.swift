import MusicModel

/// Counts the members that a record has.
struct FieldCounter<Whole: Mergeable>: FieldVisitor {
  private let wholes: [Whole]
  private let index: Int
  private(set) var count = 0

  /// Counts those of one record among others.
  init(_ wholes: [Whole], _ index: Int) {
    self.wholes = wholes
    self.index = index
  }

  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {
    count += 1
  }

  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    if wholes[index][keyPath: path] != nil { count += 1 }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  {
    if !wholes[index][keyPath: path].isEmpty { count += 1 }
  }

  mutating func union<Value: Hashable & Sendable>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, [String: Value]>,
    _ json: (Value) -> JSONValue
  ) {
    if !wholes[index][keyPath: path].isEmpty { count += 1 }
  }
}
