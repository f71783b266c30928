import MusicModel

/// The union of lists and tables, with the best source's values first.
extension FieldChooser {
  func union<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>)
    -> [Value]
  {
    guard let only = onlyOne(path, isEmpty: { $0.isEmpty }) else {
      if case .fullest = member.rule {
        return order(member, path).first.map { value(of: path, in: $0) } ?? []
      }
      var seen: Set<String> = []
      var all: [Value] = []
      for index in order(member, path) {
        for value in value(of: path, in: index) where seen.insert(value.listKey).inserted {
          all.append(value)
        }
      }
      return all
    }
    return only.map { value(of: path, in: $0) } ?? []
  }

  func union<Value: Hashable>(
    _ member: Member,
    _ path: WritableKeyPath<Whole, [String: Value]>
  ) -> [String: Value] {
    guard let only = onlyOne(path, isEmpty: { $0.isEmpty }) else {
      return order(member, path).reversed().reduce(into: [:]) { all, index in
        all.merge(value(of: path, in: index)) { _, better in better }
      }
    }
    return only.map { value(of: path, in: $0) } ?? [:]
  }

  /// The records that have such a list, best first.
  func order<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, [Value]>) -> [Int]
  {
    order(
      member,
      of: { index in
        let list = wholes[index][keyPath: path]
        return list.isEmpty ? nil : list
      },
      quality: { $0.reduce(0) { max($0, $1.quality) } },
      // The order is by the smallest size.
      size: { -$0.reduce(0) { $0 + $1.quality } }
    )
  }

  /// The records that have such a table, best first.
  func order<Value: Hashable>(_ member: Member, _ path: WritableKeyPath<Whole, [String: Value]>)
    -> [Int]
  {
    order(
      member,
      of: { index in
        let table = wholes[index][keyPath: path]
        return table.isEmpty ? nil : table
      },
      quality: { $0.count },
      size: { _ in 0 }
    )
  }

  /// Returns the only record that has values: `.some(nil)` if none has any, `nil` if several have.
  private func onlyOne<Values>(
    _ path: WritableKeyPath<Whole, Values>,
    isEmpty: (Values) -> Bool
  ) -> Int?? {
    var only: Int?
    for index in wholes.indices where !isEmpty(wholes[index][keyPath: path]) {
      if only != nil { return .none }
      only = index
    }
    return .some(only)
  }
}
