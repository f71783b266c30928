import MusicModel

/// Orders the values that several records have for one member, as the policy says.
struct FieldChooser<Whole: Mergeable> {
  let wholes: [Whole]
  let records: [SourceRecord]
  let policy: MergePolicy
  private let providerRanks: [Int]
  private let filled: [Int]

  init(wholes: [Whole], records: [SourceRecord], policy: MergePolicy) {
    self.wholes = wholes
    self.records = records
    self.policy = policy
    self.providerRanks = FieldChooser.ranks(of: records, by: policy.providers)
    self.filled = wholes.map { whole in
      var counter = FieldCounter(whole)
      Whole.visit(&counter)
      return counter.count
    }
  }

  /// The record whose value is shown, or nothing where none has one.
  func best<Value: FieldValue>(_ name: StaticString, _ path: KeyPath<Whole, Value?>) -> Int? {
    var first: Int?
    var differs = false
    for index in wholes.indices {
      guard let value = wholes[index][keyPath: path] else { continue }
      if let known = first { differs = differs || wholes[known][keyPath: path] != value }
      first = first ?? index
    }
    return differs ? order(name, path).first : first
  }

  /// The records that have a value, best first.
  func order<Value: FieldValue>(_ name: StaticString, _ path: KeyPath<Whole, Value?>) -> [Int] {
    let values = wholes.map { $0[keyPath: path] }
    return order(name, of: values, quality: { $0.quality })
  }

  /// The indices of the values that are there, best first.
  func order<Value: Hashable>(
    _ name: StaticString,
    of values: [Value?],
    quality: (Value) -> Int
  ) -> [Int] {
    let member = member(name)
    let ranks =
      member?.providers.map { FieldChooser.ranks(of: records, by: $0) } ?? providerRanks
    let criteria = member?.criteria ?? policy.criteria
    let scores = values.indices.map { index -> [Int] in
      guard let value = values[index] else { return [] }
      return criteria.map { criterion in
        switch criterion {
        case .provider: ranks[index]
        case .agreement: -agreement(values, with: value)
        case .quality: -quality(value)
        case .completeness: -filled[index]
        case .recency: -(records[index].fetchedMs ?? 0)
        }
      }
    }
    // The records are sorted, so the index settles what the criteria leave open.
    return values.indices.filter { values[$0] != nil }.sorted { left, right in
      if scores[left] == scores[right] { return left < right }
      return scores[left].lexicographicallyPrecedes(scores[right])
    }
  }

  /// How many providers say the same.
  private func agreement<Value: Hashable>(_ values: [Value?], with value: Value) -> Int {
    Set(values.indices.filter { values[$0] == value }.map { records[$0].provider }).count
  }

  private func member(_ name: StaticString) -> MergePolicy.Member? {
    guard !policy.members.isEmpty else { return nil }
    return policy.members["\(Whole.kind.rawValue).\(name)"] ?? policy.members["\(name)"]
  }

  /// The place of each record's provider in the list; those that it does not name come after it,
  /// by name.
  private static func ranks(of records: [SourceRecord], by list: [ProviderID]) -> [Int] {
    let unlisted = Set(records.map(\.provider)).subtracting(list).sorted()
    let order = list + unlisted
    return records.map { record in
      order.firstIndex(of: record.provider) ?? order.count
    }
  }
}
