import MusicModel

/// The union of lists and tables, with the best source's values first.
extension FieldChooser {
  func union<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, [Value]>) -> [Value]
  {
    guard let only = onlyOne(accessor, isEmpty: { $0.isEmpty }) else {
      var seen: Set<String> = []
      var all: [Value] = []
      for index in order(member, accessor) {
        for value in value(of: accessor, in: index) where seen.insert(value.listKey).inserted {
          all.append(value)
        }
      }
      return all
    }
    return only.map { value(of: accessor, in: $0) } ?? []
  }

  func union<Value: Hashable>(
    _ member: Member,
    _ accessor: Accessor<Whole, [String: Value]>
  ) -> [String: Value] {
    guard let only = onlyOne(accessor, isEmpty: { $0.isEmpty }) else {
      return order(member, accessor).reversed().reduce(into: [:]) { all, index in
        all.merge(value(of: accessor, in: index)) { _, better in better }
      }
    }
    return only.map { value(of: accessor, in: $0) } ?? [:]
  }

  /// The records that have such a list, best first.
  func order<Value: MemberValue>(_ member: Member, _ accessor: Accessor<Whole, [Value]>) -> [Int] {
    order(
      member,
      of: { index in
        let list = accessor.value(in: wholes, index)
        return list.isEmpty ? nil : list
      },
      quality: { $0.reduce(0) { max($0, $1.quality) } },
      size: { _ in 0 }
    )
  }

  /// The records that have such a table, best first.
  func order<Value: Hashable>(_ member: Member, _ accessor: Accessor<Whole, [String: Value]>)
    -> [Int]
  {
    order(
      member,
      of: { index in
        let table = accessor.value(in: wholes, index)
        return table.isEmpty ? nil : table
      },
      quality: { $0.count },
      size: { _ in 0 }
    )
  }

  /// Returns the only record that has values: `.some(nil)` if none has any, `nil` if several have.
  private func onlyOne<Values>(
    _ accessor: Accessor<Whole, Values>,
    isEmpty: (Values) -> Bool
  ) -> Int?? {
    var only: Int?
    for index in wholes.indices where !isEmpty(accessor.value(in: wholes, index)) {
      if only != nil { return .none }
      only = index
    }
    return .some(only)
  }
}
