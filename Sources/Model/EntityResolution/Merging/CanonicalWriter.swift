import MusicModel

/// Writes out all members of a record, the same for equal records in every run.
struct CanonicalWriter<Whole: Mergeable>: FieldVisitor {
  private let whole: Whole
  private(set) var text = ""

  init(_ whole: Whole) { self.whole = whole }

  mutating func name(_ field: Field, _ member: Lens<Whole, String>) {
    write(field, .string(member.get(whole)))
  }

  mutating func value<Value: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, Value?>
  ) {
    write(field, member.get(whole)?.json ?? .null)
  }

  mutating func companion<Value: FieldValue, Lead: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, Value?>,
    of lead: Lens<Whole, Lead?>
  ) {
    value(field, member)
  }

  mutating func list<Value: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, [Value]>
  ) {
    write(field, .array(member.get(whole).map(\.json)))
  }

  mutating func table<Value: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, [String: Value]>
  ) {
    write(field, .object(member.get(whole).mapValues(\.json)))
  }

  private mutating func write(_ field: Field, _ value: JSONValue) {
    text += "\n\(field.name)="
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
