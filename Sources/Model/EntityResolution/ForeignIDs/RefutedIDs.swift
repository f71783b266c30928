package import MusicModel

/// Foreign ids that the names of the entities refute.
///
/// A record may have ids of other sources, one of which may be wrong: a record "Queen" with the id
/// of Coldplay. It is withheld if the issuer's own record has another name. Without a record of the
/// issuer, the records that have the id decide: those that disagree with as many as they agree with lose it.
struct RefutedIDs {
  private let records: [SourceRecord]
  private let names: [FoldedName]
  /// The records of each source with each name.
  private var named: [SourceName: [Int]] = [:]
  /// The records that have an id which is foreign to one of them.
  private var holders: [EntityID: [Int]] = [:]
  /// Whether two records are apart, as far as it was asked.
  private var areApart: [RecordPair: Bool] = [:]

  /// A record is compared with this many records of each source that have the same id. A source may send
  /// hundreds, which must not keep the others from being heard.
  static let maxJudgesPerSource = 4

  private struct SourceName: Hashable {
    let provider: ProviderID
    let kind: EntityKind
    let name: FoldedName
  }

  private struct RecordPair: Hashable {
    let first: Int
    let second: Int
  }

  /// Withholds refuted ids from the records in `order`, and marks disputed ones.
  ///
  /// `witnesses` are further records that may refute or dispute an id.
  static func withhold(
    from records: inout [SourceRecord],
    in order: [Int],
    knowing witnesses: [SourceRecord]
  ) {
    for position in order where !records[position].disputedIDs.isEmpty {
      records[position] = records[position].restored
    }
    let foreign = foreignIDs(of: records, in: order)
    guard !foreign.isEmpty else { return }
    let witnesses = witnesses.map(\.restored)
    var known = RefutedIDs(order.map { records[$0] } + witnesses, foreign)
    for (index, refuted) in known.refuted() where index < order.count {
      let position = order[index]
      let remaining = records[position].entity.ids.filter { !refuted.contains($0) }
      records[position].entity.retainIDs(remaining)
    }
    DisputedIDs.mark(in: &records, order, knowing: witnesses)
  }

  private init(_ records: [SourceRecord], _ foreign: Set<EntityID>) {
    self.records = records
    names = records.map { FoldedName($0.entity.displayName) }
    for index in records.indices {
      named[sourceName(of: index, named: index), default: []].append(index)
      for id in Set(records[index].entity.ids) where foreign.contains(id) {
        holders[id, default: []].append(index)
      }
    }
  }

  private func sourceName(of record: Int, named other: Int) -> SourceName {
    SourceName(
      provider: records[record].provider,
      kind: records[record].entity.kind,
      name: names[other]
    )
  }

  /// The ids that some record took from another source. Product codes are never more than evidence.
  private static func foreignIDs(of records: [SourceRecord], in order: [Int]) -> Set<EntityID> {
    let span = records.span
    var foreign: Set<EntityID> = []
    for position in order {
      let ids = span[position].entity.ids
      guard ids.count > 1, span[position].entity.kind != .chart else { continue }
      for id in ids where !span[position].issued(id) && RecordIdentifiers.meaning(id) != .support {
        foreign.insert(id)
      }
    }
    return foreign
  }

  /// For each record, the ids that it must not have.
  private mutating func refuted() -> [Int: Set<EntityID>] {
    var refuted: [Int: Set<EntityID>] = [:]
    for (id, holders) in holders where holders.count > 1 {
      for index in self.refuted(id, holders) { refuted[index, default: []].insert(id) }
    }
    return refuted
  }

  private mutating func refuted(_ id: EntityID, _ holders: [Int]) -> [Int] {
    let issuers = issuers(of: id, holders)
    let judges = RefutedIDs.judges(among: issuers.isEmpty ? holders : issuers, of: records)
    var refuted: [Int] = []
    for index in holders where !records[index].issued(id) {
      var (against, inFavor): (Set<ProviderID>, Set<ProviderID>) = ([], [])
      for judge in judges {
        if isApart(index, judge) {
          against.insert(records[judge].provider)
        } else {
          inFavor.insert(records[judge].provider)
        }
      }
      if issuers.isEmpty { inFavor.insert(records[index].provider) }
      let isRefuted = issuers.isEmpty ? against.count >= inFavor.count : inFavor.isEmpty
      if isRefuted { refuted.append(index) }
    }
    return refuted
  }

  /// The first records of each source.
  static func judges(among indices: [Int], of records: [SourceRecord]) -> [Int] {
    var counts: [ProviderID: Int] = [:]
    return indices.filter { index in
      counts[records[index].provider, default: 0] += 1
      return counts[records[index].provider, default: 0] <= maxJudgesPerSource
    }
  }

  private func issuers(of id: EntityID, _ holders: [Int]) -> [Int] {
    let owners = holders.filter { records[$0].provider.owns(id) }
    return owners.isEmpty ? holders.filter { records[$0].issued(id) } : owners
  }

  private mutating func isApart(_ one: Int, _ other: Int) -> Bool {
    guard one != other else { return false }
    let pair = RecordPair(first: min(one, other), second: max(one, other))
    if let known = areApart[pair] { return known }
    let isApart =
      switch NameContradiction.compare(records[pair.first].entity, records[pair.second].entity) {
      case .fits: false
      case .contradicts: true
      case .unknown: eachIsKnown(one, other)
      }
    areApart[pair] = isApart
    return isApart
  }

  /// Whether a source of one of two entities has its own record of the other.
  private func eachIsKnown(_ one: Int, _ other: Int) -> Bool {
    let twins =
      named[sourceName(of: one, named: other), default: []]
      + named[sourceName(of: other, named: one), default: []]
    return twins.contains { $0 != one && $0 != other }
  }
}

extension SourceRecord {
  /// Whether the id is the source's own, not taken from another source.
  package func issued(_ id: EntityID) -> Bool { entity.id == id || provider.owns(id) }
}
