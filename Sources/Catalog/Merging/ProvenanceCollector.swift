import MusicModel

/// Notes for each member where the shown value comes from and what else was said.
struct ProvenanceCollector<Whole: Mergeable>: FieldVisitor {
  private let chooser: FieldChooser<Whole>
  private(set) var provenance: [String: Provenance] = [:]
  /// Where the last single value came from.
  private var winner: Int?

  init(_ chooser: FieldChooser<Whole>) { self.chooser = chooser }

  mutating func name(_ name: StaticString, _ path: WritableKeyPath<Whole, String>) {
    let names = chooser.wholes.map { Optional($0[keyPath: path]) }
    let order = chooser.order(name, of: names, quality: { _ in 0 })
    note(name, order.map { ($0, .string(chooser.wholes[$0][keyPath: path])) })
  }

  mutating func value<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    let order = chooser.order(name, path)
    winner = order.first
    note(name, order.map { ($0, chooser.wholes[$0][keyPath: path]?.json ?? .null) })
  }

  mutating func companion<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, Value?>
  ) {
    guard let winner else { return value(name, path) }
    guard chooser.wholes[winner][keyPath: path] != nil else { return }
    let order = [winner] + chooser.order(name, path).filter { $0 != winner }
    note(name, order.map { ($0, chooser.wholes[$0][keyPath: path]?.json ?? .null) })
  }

  mutating func list<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, [Value]>
  ) {
    let order = chooser.order(name, path)
    note(name, order.map { ($0, .array(chooser.wholes[$0][keyPath: path].map(\.json))) })
  }

  mutating func table<Value: FieldValue>(
    _ name: StaticString,
    _ path: WritableKeyPath<Whole, [String: Value]>
  ) {
    let order = chooser.order(name, path)
    note(name, order.map { ($0, .object(chooser.wholes[$0][keyPath: path].mapValues(\.json))) })
  }

  private mutating func note(_ name: StaticString, _ told: [(index: Int, value: JSONValue)]) {
    var values: [SourcedValue] = []
    for (index, value) in told {
      let record = chooser.records[index]
      if values.contains(where: { $0.value == value }) { continue }
      values.append(
        SourcedValue(
          value: value,
          provider: record.provider,
          record: record.entity.id,
          fetchedMs: record.fetchedMs
        )
      )
    }
    guard let chosen = values.first else { return }
    provenance["\(name)"] = Provenance(chosen: chosen, alternatives: Array(values.dropFirst()))
  }
}
