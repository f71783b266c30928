import MusicModel

/// Merges several records: the best value of each member, or all of them united.
///
/// Companions are chosen in a second pass, when the sources of their leads are known.
struct ViewBuilder<Whole: Mergeable>: FieldVisitor {
  private let chooser: FieldChooser<Whole>
  private(set) var view: Whole
  private var leads = Leads()

  init(_ chooser: FieldChooser<Whole>, onto view: Whole) {
    self.chooser = chooser
    self.view = view
  }

  static func view(_ chooser: FieldChooser<Whole>, onto view: Whole) -> Whole {
    var builder = ViewBuilder(chooser, onto: view)
    Whole.members(&builder)
    if builder.leads.beginSecondPass() { Whole.members(&builder) }
    return builder.view
  }

  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {
    if leads.isSecondPass { return }
    view[keyPath: path] = chooser.value(of: path, in: chooser.best(member, path))
  }

  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    switch leads.step(member) {
    case .skip: break
    case .choose:
      let source = chooser.best(member, path)
      leads.note(member, source)
      view[keyPath: path] = chooser.value(of: path, in: source)
    case .follow(let lead, let index?):
      let source = chooser.companion(path, of: lead.name, in: index)
      view[keyPath: path] = chooser.value(of: path, in: source)
    case .follow(let lead, nil):
      let source = chooser.best(member.following(lead), path)
      view[keyPath: path] = chooser.value(of: path, in: source)
    }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  {
    if leads.isSecondPass { return }
    view[keyPath: path] = chooser.union(member, path)
  }

  mutating func union<Value: Hashable & Sendable>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, [String: Value]>,
    _ json: (Value) -> JSONValue
  ) {
    if leads.isSecondPass { return }
    view[keyPath: path] = chooser.union(member, path)
  }
}
