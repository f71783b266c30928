import BusProtocol
import MusicModel

/// Chooses for each member the best value of several records, or unites all; and notes, if wanted, where it comes from.
///
/// Companions are chosen in a second pass, when the sources of their leads are known.
struct ViewBuilder<Whole: Mergeable>: FieldVisitor {
  private let chooser: FieldChooser<Whole>
  /// Whether the sources of the values are noted, too.
  private let notesSources: Bool
  /// The time in milliseconds since 1970, from which the ages of values are counted.
  private let nowMs: Int?
  private(set) var view: Whole
  /// Where each value comes from, and what else sources state.
  private(set) var provenance: [String: FieldProvenance] = [:]
  private var leads = Leads()

  /// The view of the records, onto `view`, which is one of them.
  static func view(_ chooser: FieldChooser<Whole>, onto view: Whole) -> Whole {
    var builder = ViewBuilder(chooser, onto: view, notesSources: false, at: nil)
    builder.visit()
    return builder.view
  }

  /// The sources of its values.
  static func provenance(
    _ chooser: FieldChooser<Whole>,
    at nowMs: Int?
  ) -> [String: FieldProvenance] {
    var builder = ViewBuilder(chooser, onto: chooser.wholes[0], notesSources: true, at: nowMs)
    builder.visit()
    return builder.provenance
  }

  private init(_ chooser: FieldChooser<Whole>, onto view: Whole, notesSources: Bool, at nowMs: Int?)
  {
    (self.chooser, self.view) = (chooser, view)
    (self.notesSources, self.nowMs) = (notesSources, nowMs)
  }

  private mutating func visit() {
    Whole.members(&self)
    if leads.beginSecondPass() { Whole.members(&self) }
  }

  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {
    if leads.isSecondPass { return }
    let chooser = chooser
    view[keyPath: path] = chooser.value(of: path, in: chooser.best(member, path))
    note(member, { chooser.order(member, path) }) { chooser.value(of: path, in: $0).json }
  }

  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    let chooser = chooser
    switch leads.step(member) {
    case .skip: break
    case .choose:
      let source = chooser.best(member, path)
      leads.note(member, source)
      set(member, path, source) { chooser.order(member, path) }
    case .follow(let lead, let index?):
      let source = chooser.companion(path, of: lead.name, in: index)
      set(member, path, source) {
        guard let source else { return [] }
        return [source] + chooser.order(member.following(lead), path).filter { $0 != source }
      }
    case .follow(let lead, nil):
      let member = member.following(lead)
      set(member, path, chooser.best(member, path)) { chooser.order(member, path) }
    }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  {
    if leads.isSecondPass { return }
    let (chooser, all) = (chooser, chooser.union(member, path))
    view[keyPath: path] = all
    note(member, { chooser.order(member, path) }, shown: { .array(all.map(\.json)) }) {
      .array(chooser.value(of: path, in: $0).map(\.json))
    }
  }

  mutating func union<Value: Hashable & Sendable>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, [String: Value]>,
    _ json: (Value) -> JSONValue
  ) {
    if leads.isSecondPass { return }
    let (chooser, all) = (chooser, chooser.union(member, path))
    view[keyPath: path] = all
    note(member, { chooser.order(member, path) }, shown: { .object(all.mapValues(json)) }) {
      .object(chooser.value(of: path, in: $0).mapValues(json))
    }
  }

  private mutating func set<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>,
    _ source: Int?,
    order: () -> [Int]
  ) {
    let chooser = chooser
    view[keyPath: path] = chooser.value(of: path, in: source)
    note(member, order) { chooser.value(of: path, in: $0)?.json }
  }

  /// Notes what the records in `order` state. `shown` is the union of all values; without it, the first value is shown.
  private mutating func note(
    _ member: Member,
    _ order: () -> [Int],
    shown: () -> JSONValue? = { nil },
    _ json: (Int) -> JSONValue?
  ) {
    guard notesSources else { return }
    var values: [ValueReport] = []
    for index in order() {
      guard let value = json(index), !values.contains(where: { $0.value == value }) else {
        continue
      }
      let record = chooser.records[index]
      values.append(
        ValueReport(
          value: value,
          provider: record.provider,
          record: record.entity.id,
          ageMs: record.ageMs(at: nowMs)
        )
      )
    }
    guard var chosen = values.first else { return }
    chosen.value = shown() ?? chosen.value
    provenance["\(member.name)"] = FieldProvenance(
      chosen,
      alternatives: Array(values.dropFirst())
    )
  }
}
