import MusicModel

/// Writes out all members of a record, the same for equal records in every run.
struct CanonicalWriter<Whole: Mergeable>: FieldVisitor {
  private let whole: Whole
  private(set) var text = ""

  init(_ whole: Whole) { self.whole = whole }

  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {
    write(member, whole[keyPath: path].json)
  }

  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    write(member, whole[keyPath: path]?.json ?? .null)
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  {
    write(member, .array(whole[keyPath: path].map(\.json)))
  }

  mutating func union<Value: Hashable & Sendable>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, [String: Value]>,
    _ json: (Value) -> JSONValue
  ) {
    write(member, .object(whole[keyPath: path].mapValues(json)))
  }

  private mutating func write(_ member: Member, _ value: JSONValue) {
    text += "\n\(member.name)="
    write(value)
  }

  private mutating func write(_ value: JSONValue) {
    switch value {
    case .array(let elements):
      text += "["
      for element in elements { write(element) }
      text += "]"
    case .object(let members):
      text += "{"
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        text += name + ":"
        write(member)
      }
      text += "}"
    default:
      text += "\(value);"
    }
  }
}
