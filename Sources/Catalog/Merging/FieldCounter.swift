import MusicModel

/// Counts the members that a record has filled.
struct FieldCounter<Whole: Mergeable>: FieldVisitor {
  private let whole: Whole
  private(set) var count = 0

  init(_ whole: Whole) { self.whole = whole }

  mutating func name(_ field: Field, _ member: Lens<Whole, String>) {
    count += 1
  }

  mutating func value<Value: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, Value?>
  ) {
    if member.get(whole) != nil { count += 1 }
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
    if !member.get(whole).isEmpty { count += 1 }
  }

  mutating func table<Value: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, [String: Value]>
  ) {
    if !member.get(whole).isEmpty { count += 1 }
  }
}
