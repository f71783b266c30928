import MusicModel

/// Writes out all members of a record, the same for equal records in every run.
struct CanonicalWriter<Whole: Mergeable>: FieldVisitor {
  private let whole: Whole
  private(set) var text = ""

  init(_ whole: Whole) { self.whole = whole }

  mutating func name(_ name: StaticString, _ path: WritableKeyPath<Whole, String>) {
    write(name, .string(whole[keyPath: path]))
  }

  mutating func value<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    write(name, whole[keyPath: path]?.json ?? .null)
  }

  mutating func companion<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    value(name, path)
  }

  mutating func list<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, [Value]>
  ) {
    write(name, .array(whole[keyPath: path].map(\.json)))
  }

  mutating func table<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, [String: Value]>
  ) {
    write(name, .object(whole[keyPath: path].mapValues(\.json)))
  }

  private mutating func write(_ name: StaticString, _ value: JSONValue) {
    text += "\n\(name)="
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
