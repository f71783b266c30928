import MusicModel

/// Notes for each member where the shown value comes from and what else was said.
struct ProvenanceCollector<Whole: Mergeable>: FieldVisitor {
  private let chooser: FieldChooser<Whole>
  private(set) var provenance: [String: Provenance] = [:]
  /// Where the last value came from: the lead of companions that follow.
  private var leader: Int?

  init(_ chooser: FieldChooser<Whole>) { self.chooser = chooser }

  mutating func name(_ field: Field, _ member: Lens<Whole, String>) {
    let order = chooser.order(field, member)
    note(field, order.map { ($0, .string(chooser.value(of: member, in: $0))) })
  }

  mutating func value<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, Value?>) {
    let order = chooser.order(field, member)
    leader = order.first
    note(field, values(order, member))
  }

  mutating func companion<Value: FieldValue, Lead: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, Value?>,
    of lead: Lens<Whole, Lead?>
  ) {
    guard let leader else { return note(field, values(chooser.order(field, member), member)) }
    guard let source = chooser.companion(member, of: lead, in: leader) else { return }
    let rest = chooser.order(field, member).filter { $0 != source }
    note(field, values([source] + rest, member))
  }

  mutating func list<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [Value]>) {
    let told = chooser.order(field, member).map { index in
      (index, JSONValue.array(chooser.value(of: member, in: index).map(\.json)))
    }
    note(field, told, shown: .array(chooser.union(field, member).map(\.json)))
  }

  mutating func table<Value: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, [String: Value]>
  ) {
    let told = chooser.order(field, member).map { index in
      (index, JSONValue.object(chooser.value(of: member, in: index).mapValues(\.json)))
    }
    note(field, told, shown: .object(chooser.union(field, member).mapValues(\.json)))
  }

  private func values<Value: FieldValue>(
    _ order: [Int],
    _ member: Lens<Whole, Value?>
  ) -> [(Int, JSONValue)] {
    order.compactMap { index in
      chooser.value(of: member, in: index).map { (index, $0.json) }
    }
  }

  /// `shown` is what is made of all values together; else the first one is shown.
  private mutating func note(
    _ field: Field,
    _ told: [(index: Int, value: JSONValue)],
    shown: JSONValue? = nil
  ) {
    var values: [SourcedValue] = []
    for (index, value) in told where !values.contains(where: { $0.value == value }) {
      let record = chooser.records[index]
      values.append(
        SourcedValue(
          value: value,
          provider: record.provider,
          record: record.entity.id,
          fetchedMs: record.fetchedMs
        )
      )
    }
    guard var chosen = values.first else { return }
    chosen.value = shown ?? chosen.value
    provenance["\(field.name)"] = Provenance(
      chosen: chosen,
      alternatives: Array(values.dropFirst())
    )
  }
}
