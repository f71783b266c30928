import MusicModel

/// Orders the values that several records have for one member, as the policy says.
struct FieldChooser<Whole: Mergeable> {
  let wholes: [Whole]
  let records: [SourceRecord]
  let policy: MergePolicy
  /// Of each record whether it is of the edition that stands for the work.
  private let isUsual: [Bool]
  private let providerRanks: [Int]

  init(wholes: [Whole], records: [SourceRecord], policy: MergePolicy, isUsual: [Bool]) {
    self.wholes = wholes
    self.records = records
    self.policy = policy
    self.isUsual = isUsual
    self.providerRanks = FieldChooser.ranks(of: records, by: policy.providers)
  }

  /// The record whose value is shown, or nothing where none has one.
  func best<Value: FieldValue>(_ field: Field, _ path: KeyPath<Whole, Value?>) -> Int? {
    var first: Int?
    for index in wholes.indices {
      guard let value = wholes[index][keyPath: path], mayTell(field, index) else { continue }
      guard let known = first else {
        first = index
        continue
      }
      if wholes[known][keyPath: path] != value { return order(field, path).first }
    }
    return first
  }

  /// The record whose name is shown.
  func best(_ field: Field, _ path: KeyPath<Whole, String>) -> Int? {
    guard let first = wholes.first?[keyPath: path] else { return nil }
    return wholes.allSatisfy { $0[keyPath: path] == first } ? 0 : order(field, path).first
  }

  /// The records that have a value, best first.
  func order<Value: FieldValue>(_ field: Field, _ path: KeyPath<Whole, Value?>) -> [Int] {
    order(field, of: wholes.map { $0[keyPath: path] }, quality: \.quality, order: \.order)
  }

  /// Of the records that are sorted by a lead, those that say the same of it as the first.
  func followers<Value: FieldValue>(
    _ order: [Int],
    _ path: KeyPath<Whole, Value?>
  ) -> [Int] {
    guard let first = order.first, let lead = wholes[first][keyPath: path] else { return [] }
    return order.filter { wholes[$0][keyPath: path]?.agrees(with: lead) ?? false }
  }

  /// The records by the names that they give.
  func order(_ field: Field, _ path: KeyPath<Whole, String>) -> [Int] {
    order(
      field,
      of: wholes.map { Optional($0[keyPath: path]) },
      quality: { _ in 0 },
      order: { _ in 0 }
    )
  }

  /// The places of the values that are there, best first.
  func order<Value: Hashable>(
    _ field: Field,
    of values: [Value?],
    quality: (Value) -> Int,
    order: (Value) -> Int
  ) -> [Int] {
    let member = member(field.name)
    let ranks =
      member?.providers.map { FieldChooser.ranks(of: records, by: $0) } ?? providerRanks
    let criteria = member?.criteria ?? policy.criteria
    func precedence(_ index: Int, _ value: Value) -> [Int] {
      var precedence: [Int] = []
      switch field.choice {
      case .ofEdition, .ofEditionOnly: precedence.append(isUsual[index] ? 0 : 1)
      case .earliest, .smallest: if member == nil { precedence.append(order(value)) }
      case .byPolicy: break
      }
      for criterion in criteria {
        switch criterion {
        case .provider: precedence.append(ranks[index])
        case .agreement: precedence.append(-agreement(values, with: value))
        case .quality: precedence.append(-quality(value))
        case .completeness: precedence.append(-filled(index))
        case .recency: precedence.append(-(records[index].fetchedMs ?? 0))
        }
      }
      return precedence
    }
    let told: [(index: Int, precedence: [Int])] = values.indices.compactMap { index in
      guard let value = values[index], mayTell(field, index), !isOutdated(index, values) else {
        return nil
      }
      return (index, precedence(index, value))
    }
    // The records are sorted, so the index settles what the criteria leave open.
    return told.sorted { left, right in
      left.precedence == right.precedence
        ? left.index < right.index
        : left.precedence.lexicographicallyPrecedes(right.precedence)
    }.map(\.index)
  }

  private func mayTell(_ field: Field, _ index: Int) -> Bool {
    field.choice != .ofEditionOnly || isUsual[index]
  }

  /// Whether the same source said something newer of the same thing. What it says no more is kept,
  /// what it says otherwise is not.
  private func isOutdated<Value>(_ index: Int, _ values: [Value?]) -> Bool {
    let record = records[index]
    return records.indices.contains { other in
      values[other] != nil && records[other].provider == record.provider
        && (records[other].fetchedMs ?? 0) > (record.fetchedMs ?? 0)
        && records[other].entity.ownID == record.entity.ownID
    }
  }

  /// How many providers say the same.
  private func agreement<Value: Hashable>(_ values: [Value?], with value: Value) -> Int {
    Set(values.indices.filter { values[$0] == value }.map { records[$0].provider }).count
  }

  /// How many members the record has.
  private func filled(_ index: Int) -> Int {
    var counter = FieldCounter(wholes[index])
    Whole.visit(&counter)
    return counter.count
  }

  private func member(_ name: StaticString) -> MergePolicy.Member? {
    guard !policy.members.isEmpty else { return nil }
    return policy.members["\(Whole.kind.rawValue).\(name)"] ?? policy.members["\(name)"]
  }

  /// The place of each record's provider in the list; those that it does not name come after it,
  /// by name.
  private static func ranks(of records: [SourceRecord], by list: [ProviderID]) -> [Int] {
    var unlisted: [ProviderID] = []
    for record in records
    where !list.contains(record.provider) && !unlisted.contains(record.provider) {
      unlisted.append(record.provider)
    }
    let order = list + unlisted.sorted()
    return records.map { order.firstIndex(of: $0.provider) ?? order.count }
  }
}
