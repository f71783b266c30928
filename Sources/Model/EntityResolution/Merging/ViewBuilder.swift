import MusicModel

/// Makes the view of several records: for each member the best value, or all of them united.
struct ViewBuilder<Whole: Mergeable>: FieldVisitor {
  private let chooser: FieldChooser<Whole>
  private(set) var view: Whole
  /// Where the last value came from: the lead of companions that follow.
  private var leader: Int?

  init(_ chooser: FieldChooser<Whole>, onto view: Whole) {
    self.chooser = chooser
    self.view = view
  }

  mutating func name(_ field: Field, _ member: Lens<Whole, String>) {
    member.set(&view, chooser.value(of: member, in: chooser.best(field, member)))
  }

  mutating func value<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, Value?>) {
    leader = chooser.best(field, member)
    member.set(&view, chooser.value(of: member, in: leader))
  }

  mutating func companion<Value: FieldValue, Lead: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, Value?>,
    of lead: Lens<Whole, Lead?>
  ) {
    let source =
      if let leader {
        chooser.companion(member, of: lead, in: leader)
      } else {
        chooser.best(field, member)
      }
    member.set(&view, chooser.value(of: member, in: source))
  }

  mutating func list<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [Value]>) {
    member.set(&view, chooser.union(field, member))
  }

  mutating func table<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [String: Value]>) {
    member.set(&view, chooser.union(field, member))
  }
}
