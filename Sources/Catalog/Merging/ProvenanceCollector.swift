import MusicModel

/// Notes for each member where the shown value comes from and what else was said.
struct ProvenanceCollector<Whole: Mergeable>: FieldVisitor {
  private let chooser: FieldChooser<Whole>
  private(set) var provenance: [String: Provenance] = [:]
  /// The records from which companions of the last lead are taken, best first.
  private var leaders: [Int] = []

  init(_ chooser: FieldChooser<Whole>) { self.chooser = chooser }

  mutating func name(_ field: Field, _ path: WritableKeyPath<Whole, String>) {
    let order = chooser.order(field, path)
    note(field, order.map { ($0, .string(chooser.wholes[$0][keyPath: path])) })
  }

  mutating func value<Value: FieldValue>(_ field: Field, _ path: WritableKeyPath<Whole, Value?>) {
    let order = chooser.order(field, path)
    if field.isLead { leaders = chooser.followers(order, path) }
    note(field, values(order, path))
  }

  mutating func companion<Value: FieldValue>(
    _ field: Field,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    if leaders.isEmpty { return value(field, path) }
    let first = leaders.filter { chooser.wholes[$0][keyPath: path] != nil }
    guard !first.isEmpty else { return }
    let rest = chooser.order(field, path).filter { !first.contains($0) }
    note(field, values(first + rest, path))
  }

  mutating func list<Value: FieldValue>(_ field: Field, _ path: WritableKeyPath<Whole, [Value]>) {
    let told = chooser.order(field, path).map { index in
      (index, JSONValue.array(chooser.wholes[index][keyPath: path].map(\.json)))
    }
    note(field, told, shown: .array(chooser.union(field, path).map(\.json)))
  }

  mutating func table<Value: FieldValue>(
    _ field: Field,
    _ path: WritableKeyPath<Whole, [String: Value]>
  ) {
    let told = chooser.order(field, path).map { index in
      (index, JSONValue.object(chooser.wholes[index][keyPath: path].mapValues(\.json)))
    }
    note(field, told, shown: .object(chooser.union(field, path).mapValues(\.json)))
  }

  private func values<Value: FieldValue>(
    _ order: [Int],
    _ path: KeyPath<Whole, Value?>
  ) -> [(Int, JSONValue)] {
    order.compactMap { index in
      chooser.wholes[index][keyPath: path].map { (index, $0.json) }
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
          record: record.entity.ownID,
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
