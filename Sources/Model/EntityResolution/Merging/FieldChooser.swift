import MusicModel

/// Orders the values that several records have for one member, as the policy says.
///
/// A class, because it is handed on for each member, and a copy would count up all that it refers to.
final class FieldChooser<Whole: Mergeable> {
  let wholes: [Whole]
  let records: [SourceRecord]
  private let policy: MergePolicy
  /// Of each record whether it is of the edition that stands for the work.
  private let isUsual: [Bool]
  private let providerRanks: [Int]
  /// Of each record the newer ones in which the same source tells of the same thing.
  private let newer: [[Int]]?
  /// Of each record how many members it has.
  private lazy var filled = wholes.indices.map { index in
    var counter = FieldCounter(wholes, index)
    Whole.visit(&counter)
    return counter.count
  }

  init(wholes: [Whole], records: [SourceRecord], policy: MergePolicy, isUsual: [Bool]) {
    self.wholes = wholes
    self.records = records
    self.policy = policy
    self.isUsual = isUsual
    providerRanks = policy.providers.ranks(of: records)
    newer = FieldChooser.newer(in: records, wholes)
  }

  /// The record whose value is shown, or nothing where none has one.
  func best<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, Value?>) -> Int? {
    var first: Int?
    var differs = false
    for index in wholes.indices {
      guard let value = member.value(in: wholes, index), mayTell(field, index) else { continue }
      guard let known = first else {
        first = index
        continue
      }
      differs = differs || member.value(in: wholes, known) != value
    }
    return differs ? order(field, member).first : first
  }

  /// The record whose name is shown.
  func best(_ field: Field, _ member: Lens<Whole, String>) -> Int {
    let first = member.value(in: wholes, 0)
    for index in wholes.indices where member.value(in: wholes, index) != first {
      return order(field, member).first ?? 0
    }
    return 0
  }

  /// The records that have a value, best first.
  func order<Value: FieldValue>(_ field: Field, _ member: Lens<Whole, Value?>) -> [Int] {
    order(field, of: values(of: member), quality: { $0.quality }, size: { $0.order })
  }

  /// The records by the names that they give.
  func order(_ field: Field, _ member: Lens<Whole, String>) -> [Int] {
    order(field, of: values(of: member).map { $0 }, quality: { _ in 0 }, size: { _ in 0 })
  }

  /// The record from which a companion is taken: that of the lead, or another that says the same of
  /// the lead. Nothing where none of them has one.
  func companion<Value: FieldValue, Lead: FieldValue>(
    _ member: Lens<Whole, Value?>,
    of lead: Lens<Whole, Lead?>,
    in leader: Int
  ) -> Int? {
    if member.value(in: wholes, leader) != nil { return leader }
    guard let value = lead.value(in: wholes, leader) else { return nil }
    for index in wholes.indices where member.value(in: wholes, index) != nil {
      if lead.value(in: wholes, index)?.agrees(with: value) == true { return index }
    }
    return nil
  }

  /// What each record says.
  func values<Value>(of member: Lens<Whole, Value>) -> [Value] {
    wholes.indices.map { member.value(in: wholes, $0) }
  }

  /// What one record says, if any is chosen.
  func value<Value>(of member: Lens<Whole, Value?>, in index: Int?) -> Value? {
    guard let index else { return nil }
    return member.value(in: wholes, index)
  }

  /// What one record says.
  func value<Value>(of member: Lens<Whole, Value>, in index: Int) -> Value {
    member.value(in: wholes, index)
  }

  /// The places of the values that are there, best first.
  func order<Value: Hashable>(
    _ field: Field,
    of values: [Value?],
    quality: (Value) -> Int,
    size: (Value) -> Int
  ) -> [Int] {
    let told = values.indices.filter { index in
      values[index] != nil && mayTell(field, index) && !isOutdated(index, values)
    }
    if told.count < 2 { return told }
    let member = member(field.name)
    let ranks = member?.providers?.ranks(of: records) ?? providerRanks
    let criteria = member?.criteria ?? policy.criteria
    var agreements: [Int]?
    /// Told only as far as it is asked for: mostly the first criterion decides.
    func key(_ criterion: MergePolicy.Criterion, _ index: Int) -> Int {
      switch criterion {
      case .provider: return ranks[index]
      case .agreement:
        let known = agreements ?? agreement(values)
        agreements = known
        return -known[index]
      case .quality: return values[index].map { -quality($0) } ?? 0
      case .completeness: return -filled[index]
      case .recency: return -(records[index].fetchedMs ?? 0)
      }
    }
    func choice(_ index: Int) -> Int {
      switch field.choice {
      case .ofEdition, .ofEditionOnly: isUsual[index] ? 0 : 1
      case .earliest, .smallest: member == nil ? values[index].map(size) ?? 0 : 0
      case .byPolicy: 0
      }
    }
    return told.sorted { left, right in
      let (first, second) = (choice(left), choice(right))
      if first != second { return first < second }
      for criterion in criteria {
        let (one, other) = (key(criterion, left), key(criterion, right))
        if one != other { return one < other }
      }
      // The records are sorted, so the index settles what the criteria leave open.
      return left < right
    }
  }

  private func mayTell(_ field: Field, _ index: Int) -> Bool {
    field.choice != .ofEditionOnly || isUsual[index]
  }

  /// Whether the same source said something newer of the same thing. What it says no more is kept,
  /// what it says otherwise is not.
  private func isOutdated<Value>(_ index: Int, _ values: [Value?]) -> Bool {
    newer?[index].contains { values[$0] != nil } ?? false
  }

  /// How many providers say the same as each record.
  private func agreement<Value: Hashable>(_ values: [Value?]) -> [Int] {
    var providers: [Value: Set<ProviderID>] = [:]
    for index in values.indices {
      if let value = values[index] { providers[value, default: []].insert(records[index].provider) }
    }
    return values.map { value in value.flatMap { providers[$0]?.count } ?? 0 }
  }

  private func member(_ name: StaticString) -> MergePolicy.Member? {
    guard !policy.members.isEmpty else { return nil }
    return policy.members["\(Whole.kind.rawValue).\(name)"] ?? policy.members["\(name)"]
  }

  /// Nothing where no source tells twice of one thing, which is the rule.
  private static func newer(in records: [SourceRecord], _ wholes: [Whole]) -> [[Int]]? {
    // The records are sorted by id.
    let hasTwice = wholes.indices.dropFirst().contains { wholes[$0].id == wholes[$0 - 1].id }
    guard hasTwice else { return nil }
    return records.indices.map { one in
      records.indices.filter { other in
        wholes[other].id == wholes[one].id && records[other].provider == records[one].provider
          && (records[other].fetchedMs ?? 0) > (records[one].fetchedMs ?? 0)
      }
    }
  }
}

extension [ProviderID] {
  /// The place of each record's provider in this list; those that it does not name come after it,
  /// by name.
  fileprivate func ranks(of records: [SourceRecord]) -> [Int] {
    var unlisted: [ProviderID] = []
    for index in records.indices where !contains(records[index].provider) {
      if !unlisted.contains(records[index].provider) { unlisted.append(records[index].provider) }
    }
    let order = unlisted.isEmpty ? self : self + unlisted.sorted()
    return records.indices.map { order.firstIndex(of: records[$0].provider) ?? order.count }
  }
}
