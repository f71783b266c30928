import MusicModel

/// Counts the members that a record has filled.
struct FieldCounter<Whole: Mergeable>: FieldVisitor {
  private let whole: Whole
  private(set) var count = 0

  init(_ whole: Whole) { self.whole = whole }

  mutating func name(_ field: Field, _ path: WritableKeyPath<Whole, String>) {
    count += 1
  }

  mutating func value<Value: FieldValue>(
    _ field: Field,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    if whole[keyPath: path] != nil { count += 1 }
  }

  mutating func companion<Value: FieldValue>(
    _ field: Field,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    value(field, path)
  }

  mutating func list<Value: FieldValue>(
    _ field: Field,
    _ path: WritableKeyPath<Whole, [Value]>
  ) {
    if !whole[keyPath: path].isEmpty { count += 1 }
  }

  mutating func table<Value: FieldValue>(
    _ field: Field,
    _ path: WritableKeyPath<Whole, [String: Value]>
  ) {
    if !whole[keyPath: path].isEmpty { count += 1 }
  }
}
