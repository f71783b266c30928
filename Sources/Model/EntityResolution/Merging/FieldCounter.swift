import MusicModel

/// Counts the members that a record has filled.
struct FieldCounter<Whole: Mergeable>: FieldVisitor {
  private let wholes: [Whole]
  private let index: Int
  private(set) var count = 0

  /// Counts those of one record among others.
  init(_ wholes: [Whole], _ index: Int) {
    self.wholes = wholes
    self.index = index
  }

  mutating func name(_ field: Field, _ member: Lens<Whole, String>) {
    count += 1
  }

  mutating func value<Value: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, Value?>
  ) {
    if member.value(in: wholes, index) != nil { count += 1 }
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
    if !member.value(in: wholes, index).isEmpty { count += 1 }
  }

  mutating func table<Value: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, [String: Value]>
  ) {
    if !member.value(in: wholes, index).isEmpty { count += 1 }
  }
}
