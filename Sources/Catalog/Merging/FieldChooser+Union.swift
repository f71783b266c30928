import MusicModel

/// Members of several values: all that anybody says, the best source's first.
extension FieldChooser {
  func union<Value: FieldValue>(
    _ field: Field,
    _ path: KeyPath<Whole, [Value]>
  ) -> [Value] {
    var seen: Set<String> = []
    var all: [Value] = []
    for index in order(field, path) {
      for value in wholes[index][keyPath: path] where seen.insert(value.listKey).inserted {
        all.append(value)
      }
    }
    return all
  }

  func union<Value: FieldValue>(
    _ field: Field,
    _ path: KeyPath<Whole, [String: Value]>
  ) -> [String: Value] {
    let tables = wholes.map { $0[keyPath: path] }
    if tables.count(where: { !$0.isEmpty }) < 2 { return tables.first { !$0.isEmpty } ?? [:] }
    return order(field, path).reversed().reduce(into: [:]) { all, index in
      all.merge(tables[index]) { _, better in better }
    }
  }

  /// The records that have such a list, best first.
  func order<Value: FieldValue>(_ field: Field, _ path: KeyPath<Whole, [Value]>) -> [Int] {
    let lists = wholes.map { whole in
      let list = whole[keyPath: path]
      return list.isEmpty ? nil : list
    }
    return order(field, of: lists, quality: { $0.map(\.quality).max() ?? 0 }, order: { _ in 0 })
  }

  /// The records that have such a table, best first.
  func order<Value: FieldValue>(
    _ field: Field,
    _ path: KeyPath<Whole, [String: Value]>
  ) -> [Int] {
    let tables = wholes.map { whole in
      let table = whole[keyPath: path]
      return table.isEmpty ? nil : table
    }
    return order(field, of: tables, quality: { $0.count }, order: { _ in 0 })
  }
}
