import MusicModel

/// Takes from an older record all that a newer one says as well.
struct Remnant<Whole: Mergeable>: FieldVisitor {
  private var rest: Whole
  private let newer: Whole
  private var isEmpty = true
  private var hasLead = false

  /// What is left of the older record beside its name and ids, or nothing.
  static func of(_ older: Whole, beside newer: Whole) -> Whole? {
    var remnant = Remnant(rest: older, newer: newer)
    Whole.visit(&remnant)
    let hasOtherIDs = !older.ids.allSatisfy(newer.ids.contains)
    return remnant.isEmpty && !hasOtherIDs ? nil : remnant.rest
  }

  private init(rest: Whole, newer: Whole) {
    self.rest = rest
    self.newer = newer
  }

  mutating func name(_ field: Field, _ path: WritableKeyPath<Whole, String>) {
    rest[keyPath: path] = newer[keyPath: path]
  }

  mutating func value<Value: FieldValue>(_ field: Field, _ path: WritableKeyPath<Whole, Value?>) {
    if field.isLead { hasLead = newer[keyPath: path] != nil }
    if newer[keyPath: path] != nil { rest[keyPath: path] = nil }
    if rest[keyPath: path] != nil { isEmpty = false }
  }

  /// A companion of a lead that is told anew would be told of the wrong one.
  mutating func companion<Value: FieldValue>(
    _ field: Field,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    if hasLead || newer[keyPath: path] != nil { rest[keyPath: path] = nil }
    if rest[keyPath: path] != nil { isEmpty = false }
  }

  mutating func list<Value: FieldValue>(_ field: Field, _ path: WritableKeyPath<Whole, [Value]>) {
    if !newer[keyPath: path].isEmpty { rest[keyPath: path] = [] }
    if !rest[keyPath: path].isEmpty { isEmpty = false }
  }

  mutating func table<Value: FieldValue>(
    _ field: Field,
    _ path: WritableKeyPath<Whole, [String: Value]>
  ) {
    for name in newer[keyPath: path].keys { rest[keyPath: path][name] = nil }
    if !rest[keyPath: path].isEmpty { isEmpty = false }
  }
}
