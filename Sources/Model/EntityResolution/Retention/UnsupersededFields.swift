import MusicModel

/// Takes from an older record all that a newer one says as well.
struct UnsupersededFields<Whole: Mergeable>: FieldVisitor {
  private var rest: Whole
  private let newer: Whole
  private var isEmpty = true

  /// What is left of the older record beside its name and ids, or nothing.
  static func of(_ older: Whole, beside newer: Whole) -> Whole? {
    var remnant = UnsupersededFields(rest: older, newer: newer)
    Whole.visit(&remnant)
    let hasOtherIDs = !older.ids.allSatisfy(newer.ids.contains)
    return remnant.isEmpty && !hasOtherIDs ? nil : remnant.rest
  }

  private init(rest: Whole, newer: Whole) {
    self.rest = rest
    self.newer = newer
  }

  mutating func name(_ field: Field, _ member: Lens<Whole, String>) {
    member.set(&rest, member.get(newer))
  }

  mutating func value<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, Value?>) {
    if member.get(newer) != nil { member.set(&rest, nil) }
    if member.get(rest) != nil { isEmpty = false }
  }

  /// A companion of a lead that is told anew would be told of the wrong one.
  mutating func companion<Value: FieldValue, Lead: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, Value?>,
    of lead: Lens<Whole, Lead?>
  ) {
    if lead.get(newer) != nil || member.get(newer) != nil { member.set(&rest, nil) }
    if member.get(rest) != nil { isEmpty = false }
  }

  mutating func list<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [Value]>) {
    if !member.get(newer).isEmpty { member.set(&rest, []) }
    if !member.get(rest).isEmpty { isEmpty = false }
  }

  mutating func table<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [String: Value]>) {
    let told = member.get(newer)
    if !told.isEmpty { member.set(&rest, member.get(rest).filter { told[$0.key] == nil }) }
    if !member.get(rest).isEmpty { isEmpty = false }
  }
}
