import BusProtocol
import MusicModel

/// Notes for each member where the shown value comes from and what else was said.
struct ProvenanceCollector<Whole: Mergeable>: FieldVisitor {
  private let chooser: FieldChooser<Whole>
  /// The time in milliseconds since 1970.
  private let nowMs: Int?
  private(set) var provenance: [String: FieldProvenance] = [:]
  private var leads = Leads()

  init(_ chooser: FieldChooser<Whole>, at nowMs: Int?) {
    self.chooser = chooser
    self.nowMs = nowMs
  }

  static func provenance(
    _ chooser: FieldChooser<Whole>,
    at nowMs: Int?
  ) -> [String: FieldProvenance] {
    var collector = ProvenanceCollector(chooser, at: nowMs)
    Whole.members(&collector)
    if collector.leads.beginSecondPass() { Whole.members(&collector) }
    return collector.provenance
  }

  mutating func required<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value>
  ) {
    if leads.isSecondPass { return }
    let order = chooser.order(member, path)
    note(member, order.map { ($0, chooser.value(of: path, in: $0).json) })
  }

  mutating func optional<Value: MemberValue>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    switch leads.step(member) {
    case .skip: break
    case .choose:
      let order = chooser.order(member, path)
      leads.note(member, order.first)
      note(member, values(order, path))
    case .follow(let lead, let index):
      let order = chooser.order(member.following(lead), path)
      guard let index else { return note(member, values(order, path)) }
      guard let source = chooser.companion(path, of: lead.name, in: index) else { return }
      note(member, values([source] + order.filter { $0 != source }, path))
    }
  }

  mutating func list<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
  {
    if leads.isSecondPass { return }
    let values = chooser.order(member, path).map { index in
      (index, JSONValue.array(chooser.value(of: path, in: index).map(\.json)))
    }
    note(member, values, shown: .array(chooser.union(member, path).map(\.json)))
  }

  mutating func union<Value: Hashable & Sendable>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, [String: Value]>,
    _ json: (Value) -> JSONValue
  ) {
    if leads.isSecondPass { return }
    let values = chooser.order(member, path).map { index in
      (index, JSONValue.object(chooser.value(of: path, in: index).mapValues(json)))
    }
    note(member, values, shown: .object(chooser.union(member, path).mapValues(json)))
  }

  private func values<Value: MemberValue>(
    _ order: [Int],
    _ path: WritableKeyPath<Whole, Value?>
  ) -> [(Int, JSONValue)] {
    order.compactMap { index in
      chooser.value(of: path, in: index).map { (index, $0.json) }
    }
  }

  /// `shown` is the union of all values; without it, the first value is shown.
  private mutating func note(
    _ member: Member,
    _ stated: [(index: Int, value: JSONValue)],
    shown: JSONValue? = nil
  ) {
    var values: [ValueReport] = []
    for (index, value) in stated where !values.contains(where: { $0.value == value }) {
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
    chosen.value = shown ?? chosen.value
    provenance["\(member.name)"] = FieldProvenance(
      chosen,
      alternatives: Array(values.dropFirst())
    )
  }
}
