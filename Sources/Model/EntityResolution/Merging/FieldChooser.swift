import MusicModel

/// Orders the values that several records have for one member, as the policy says.
///
/// A class, because it is handed on for each member, and a copy would count up all that it refers to.
final class FieldChooser<Whole: Mergeable> {
  let wholes: [Whole]
  let records: [SourceRecord]
  private let policy: MergePolicy
  private let editions: Editions
  private let names: NameReader
  private let providerRanks: [Int]
  /// For each record, the newer records of the same source and id.
  private let newer: [[Int]]?
  /// Of each record how many members it has.
  private lazy var filled = wholes.indices.map { index in
    var counter = FieldCounter(wholes, index)
    Whole.members(&counter)
    return counter.count
  }

  init(
    wholes: [Whole],
    records: [SourceRecord],
    policy: MergePolicy,
    editions: Editions,
    names: NameReader
  ) {
    self.wholes = wholes
    self.records = records
    self.policy = policy
    self.editions = editions
    self.names = names
    providerRanks = policy.providers.ranks(of: records)
    newer = FieldChooser.newer(in: records, wholes)
  }

  /// Returns the record whose value is shown; `nil` if none has one.
  func best<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, Value?>) -> Int? {
    var first: Int?
    var differs = false
    for index in wholes.indices {
      guard let value = wholes[index][keyPath: path], isEligible(member, index) else {
        continue
      }
      guard let known = first else {
        first = index
        continue
      }
      differs = differs || wholes[known][keyPath: path] != value
    }
    return differs ? order(member, path).first : first
  }

  /// The record whose name is shown.
  func best<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, Value>) -> Int {
    let first = wholes[0][keyPath: path]
    for index in wholes.indices where wholes[index][keyPath: path] != first {
      return order(member, path).first ?? 0
    }
    return 0
  }

  /// The records that have a value, best first.
  func order<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, Value?>) -> [Int]
  {
    order(
      member,
      of: { wholes[$0][keyPath: path] },
      quality: { $0.quality },
      size: { $0.order }
    )
  }

  /// The records by the names that they give.
  func order<Value: MemberValue>(_ member: Member, _ path: WritableKeyPath<Whole, Value>) -> [Int] {
    order(
      member,
      of: { .some(wholes[$0][keyPath: path]) },
      quality: { _ in 0 },
      size: { _ in 0 }
    )
  }

  /// Returns the record for a companion member: that of the lead, or one that agrees about the
  /// lead. The result is `nil` if none of them has one.
  func companion<Value: MemberValue>(
    _ path: WritableKeyPath<Whole, Value?>,
    of lead: StaticString,
    in leader: Int
  ) -> Int? {
    if wholes[leader][keyPath: path] != nil { return leader }
    guard wholes.indices.contains(where: { wholes[$0][keyPath: path] != nil }) else {
      return nil
    }
    return AgreeingRecords.indices(in: wholes, with: leader, about: lead, names).first {
      wholes[$0][keyPath: path] != nil
    }
  }

  /// The value of the chosen record, if any.
  func value<Value>(of path: WritableKeyPath<Whole, Value?>, in index: Int?) -> Value? {
    guard let index else { return nil }
    return wholes[index][keyPath: path]
  }

  /// The value of one record.
  func value<Value>(of path: WritableKeyPath<Whole, Value>, in index: Int) -> Value {
    wholes[index][keyPath: path]
  }

  /// The records that have a value, best first.
  func order<Value: Hashable>(
    _ member: Member,
    of value: (Int) -> Value?,
    quality: (Value) -> Int,
    size: (Value) -> Int
  ) -> [Int] {
    var present: [Int] = []
    present.reserveCapacity(wholes.count)
    for index in wholes.indices
    where value(index) != nil && isEligible(member, index) && !isOutdated(index, value) {
      present.append(index)
    }
    if present.count < 2 { return present }
    let override = override(member.name)
    let ranks = override?.providers?.ranks(of: records) ?? providerRanks
    let criteria = override?.criteria ?? policy.criteria
    var agreements: [Int]?
    /// Computed on demand: usually the first criterion decides.
    func key(_ criterion: MergePolicy.Criterion, _ index: Int) -> Int {
      switch criterion {
      case .provider: return ranks[index]
      case .agreement:
        let known = agreements ?? agreement(value)
        agreements = known
        return -known[index]
      case .quality:
        let isReadable = isInWantedLanguage(member, index)
        return value(index).map { -quality($0) - (isReadable ? FieldChooser.languageBonus : 0) }
          ?? 0
      case .completeness: return -filled[index]
      case .recency: return -(records[index].fetchedMs ?? 0)
      }
    }
    func choice(_ index: Int) -> Int {
      switch member.rule {
      case .ofEdition, .ofEditionOnly: editions.isUsual(index) ? 0 : 1
      case .original: override == nil ? originality(index) : 0
      case .earliest, .smallest, .fullest: override == nil ? value(index).map(size) ?? 0 : 0
      case .byPolicy, .with: 0
      }
    }
    present.sort { left, right in
      let (first, second) = (choice(left), choice(right))
      if first != second { return first < second }
      for criterion in criteria {
        let (one, other) = (key(criterion, left), key(criterion, right))
        if one != other { return one < other }
      }
      // The records are sorted, so the index settles what the criteria leave open.
      return left < right
    }
    return present
  }

  /// The place of the release of a song among others: albums before compilations and live albums, then by date, then the usual edition.
  private func originality(_ index: Int) -> Int {
    let (song, isUsual) = (wholes[index] as? Song, editions.isUsual(index))
    let title = song?.album.map { names.title($0.title) }
    let date = song?.releaseDate?.order ?? 1 << 38
    return (title?.isOriginalAlbum == false ? 1 << 40 : 0) + date * 2 + (isUsual ? 0 : 1)
  }

  /// More than the quality of any text.
  private static var languageBonus: Int { 1 << 32 }

  /// Whether the biography is in the language of the call: `pt` also for `pt-BR`.
  private func isInWantedLanguage(_ member: Member, _ index: Int) -> Bool {
    guard let wanted = policy.language, "\(member.name)" == "biography",
      let language = (wholes[index] as? Artist)?.biographyLang
    else { return false }
    return language.prefix { $0 != "-" }.lowercased() == wanted.prefix { $0 != "-" }.lowercased()
  }

  private func isEligible(_ member: Member, _ index: Int) -> Bool {
    if case .ofEditionOnly = member.rule { editions.isUsual(index) } else { true }
  }

  /// Whether a newer record of the same source and id has a value. Members that the newer record
  /// omits are retained.
  private func isOutdated<Value>(_ index: Int, _ value: (Int) -> Value?) -> Bool {
    newer?[index].contains { value($0) != nil } ?? false
  }

  /// The number of providers that agree with each record.
  private func agreement<Value: Hashable>(_ value: (Int) -> Value?) -> [Int] {
    var providers: [Value: Set<ProviderID>] = [:]
    for index in wholes.indices {
      if let value = value(index) { providers[value, default: []].insert(records[index].provider) }
    }
    return wholes.indices.map { value($0).flatMap { providers[$0]?.count } ?? 0 }
  }

  private func override(_ name: StaticString) -> MergePolicy.Member? {
    guard !policy.members.isEmpty else { return nil }
    let name = name.description
    return policy.members["\(Whole.kind.rawValue).\(name)"] ?? policy.members[name]
  }

  /// Returns `nil` if no source has two records of one id, which is the rule.
  private static func newer(in records: [SourceRecord], _ wholes: [Whole]) -> [[Int]]? {
    // The records are sorted by id and provider.
    let hasTwice = wholes.indices.dropFirst().contains { index in
      wholes[index].id == wholes[index - 1].id
        && records[index].provider == records[index - 1].provider
    }
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
  /// The rank of each record's provider in this list. Unlisted providers follow, by name.
  fileprivate func ranks(of records: [SourceRecord]) -> [Int] {
    var unlisted: [ProviderID] = []
    unlisted.reserveCapacity(Swift.min(records.count, 8))
    for index in records.indices where !contains(records[index].provider) {
      if !unlisted.contains(records[index].provider) { unlisted.append(records[index].provider) }
    }
    unlisted.sort()
    return records.indices.map { index in
      let provider = records[index].provider
      return firstIndex(of: provider) ?? count + (unlisted.firstIndex(of: provider) ?? 0)
    }
  }
}
