import MusicModel

/// Removes from an older record everything that a newer one contains.
///
/// Companions are treated in a second pass: next to a newer lead, an older companion would be wrong.
struct UnsupersededFields<Whole: Mergeable>: FieldVisitor {
  private var rest: Whole
  private let newer: Whole
  private var isEmpty = true
  private var leads = Leads()

  /// The rest of the older record; `nil` if nothing but its name and known ids is left.
  static func of(_ older: Whole, beside newer: Whole) -> Whole? {
    var remover = UnsupersededFields(rest: older, newer: newer)
    Whole.members(&remover)
    if remover.leads.beginSecondPass() { Whole.members(&remover) }
    let hasOtherIDs = !older.ids.allSatisfy(newer.ids.contains)
    return remover.isEmpty && !hasOtherIDs ? nil : remover.rest
  }

  private init(rest: Whole, newer: Whole) {
    self.rest = rest
    self.newer = newer
  }

  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {
    if !leads.isSecondPass { rest[keyPath: path] = newer[keyPath: path] }
  }

  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    var isSuperseded = newer[keyPath: path] != nil
    switch leads.step(member) {
    case .skip: return
    case .choose: leads.note(member, isSuperseded ? 0 : nil)
    case .follow(_, let index): isSuperseded = isSuperseded || index != nil
    }
    if isSuperseded { rest[keyPath: path] = nil }
    if rest[keyPath: path] != nil { isEmpty = false }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  {
    if leads.isSecondPass { return }
    if !newer[keyPath: path].isEmpty { rest[keyPath: path] = [] }
    if !rest[keyPath: path].isEmpty { isEmpty = false }
  }

  mutating func union<Value: Hashable & Sendable>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, [String: Value]>,
    _ json: (Value) -> JSONValue
  ) {
    if leads.isSecondPass { return }
    let known = newer[keyPath: path]
    rest[keyPath: path] = rest[keyPath: path].filter { known[$0.key] == nil }
    if !rest[keyPath: path].isEmpty { isEmpty = false }
  }
}
