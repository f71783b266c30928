import MusicModel

/// Members of several values: all that anybody says, the best source's first.
extension FieldChooser {
  func union<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [Value]>) -> [Value] {
    guard let only = onlyOne(member, isEmpty: { $0.isEmpty }) else {
      var seen: Set<String> = []
      var all: [Value] = []
      for index in order(field, member) {
        for value in value(of: member, in: index) where seen.insert(value.listKey).inserted {
          all.append(value)
        }
      }
      return all
    }
    return only.map { value(of: member, in: $0) } ?? []
  }

  func union<Value: FieldValue>(
    _ field: Field,
    _ member: Lens<Whole, [String: Value]>
  ) -> [String: Value] {
    guard let only = onlyOne(member, isEmpty: { $0.isEmpty }) else {
      return order(field, member).reversed().reduce(into: [:]) { all, index in
        all.merge(value(of: member, in: index)) { _, better in better }
      }
    }
    return only.map { value(of: member, in: $0) } ?? [:]
  }

  /// The records that have such a list, best first.
  func order<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [Value]>) -> [Int] {
    let lists = values(of: member).map { $0.isEmpty ? nil : $0 }
    return order(
      field,
      of: lists,
      quality: { $0.reduce(0) { max($0, $1.quality) } },
      size: { _ in 0 }
    )
  }

  /// The records that have such a table, best first.
  func order<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, [String: Value]>) -> [Int] {
    let tables = values(of: member).map { $0.isEmpty ? nil : $0 }
    return order(field, of: tables, quality: { $0.count }, size: { _ in 0 })
  }

  /// The only record that has values, where there are not several: nothing in the answer where none
  /// has any, no answer where several have.
  private func onlyOne<Values>(
    _ member: Lens<Whole, Values>,
    isEmpty: (Values) -> Bool
  ) -> Int?? {
    var only: Int?
    for index in wholes.indices where !isEmpty(member.value(in: wholes, index)) {
      if only != nil { return .none }
      only = index
    }
    return .some(only)
  }
}
