package import MusicModel

/// Foreign ids that contradict the names of the entities.
///
/// A record may have ids of other sources, one of which may be wrong: a record "Queen" with the id
/// of Coldplay. It is hidden if the issuer's own record has another name. Without a record of the
/// issuer, the records that have the id decide: those that disagree with as many as they agree with lose it.
struct RejectedIDs {
  private let records: [SourceRecord]
  private let reader: NameReader
  private let names: [RecordNames]
  /// The records that have an id which is foreign to one of them.
  private var holders: [EntityID: [Int]] = [:]

  /// A record is compared with this many records of each source that have the same id. A source may send
  /// hundreds, which must not keep the others from being heard, and the work must grow linearly.
  static let maxJudgesPerSource = 4

  /// The records of each source with each name.
  private lazy var named: [SourceName: [Int]] = Dictionary(grouping: records.indices) {
    sourceName(of: $0, named: $0)
  }

  private struct SourceName: Hashable {
    let provider: ProviderID
    let kind: EntityKind
    let name: FoldedName
  }

  /// Hides rejected ids of the records, and marks disputed ones.
  ///
  /// `witnesses` are further records that may reject an id, and also dispute it if `mayDispute`.
  static func hide(
    from records: inout [SourceRecord],
    knowing witnesses: [SourceRecord],
    mayDispute: Bool = true,
    _ names: NameReader
  ) {
    for index in records.indices where !records[index].disputedIDs.isEmpty {
      records[index] = records[index].restored
    }
    let foreign = foreignIDs(of: records)
    guard !foreign.isEmpty else { return }
    let witnesses = witnesses.map(\.restored)
    var known = RejectedIDs(records + witnesses, foreign, names)
    for (index, rejected) in known.rejected() where index < records.count {
      let remaining = records[index].entity.ids.filter { !rejected.contains($0) }
      records[index].entity.retainIDs(remaining)
    }
    DisputedIDs.mark(in: &records, knowing: mayDispute ? witnesses : [])
  }

  private init(_ records: [SourceRecord], _ foreign: Set<EntityID>, _ names: NameReader) {
    self.records = records
    reader = names
    self.names = records.map { RecordNames($0.entity, names) }
    for index in records.indices {
      for id in Set(records[index].entity.ids) where foreign.contains(id) {
        holders[id, default: []].append(index)
      }
    }
  }

  private func sourceName(of record: Int, named other: Int) -> SourceName {
    SourceName(
      provider: records[record].provider,
      kind: records[record].entity.kind,
      name: reader.name(records[other].entity.displayName)
    )
  }

  /// The ids that some record took from another source. Product codes are never more than evidence.
  private static func foreignIDs(of records: [SourceRecord]) -> Set<EntityID> {
    var foreign: Set<EntityID> = []
    for record in records where record.entity.kind != .chart {
      let ids = record.entity.ids
      if ids.count < 2 { continue }
      for id in ids where !record.issued(id) && IDMeaning(id) != .support { foreign.insert(id) }
    }
    return foreign
  }

  /// For each record, the ids that it must not have.
  private mutating func rejected() -> [Int: Set<EntityID>] {
    var rejected: [Int: Set<EntityID>] = [:]
    for (id, holders) in holders where holders.count > 1 {
      for index in self.rejected(id, holders) { rejected[index, default: []].insert(id) }
    }
    return rejected
  }

  private mutating func rejected(_ id: EntityID, _ holders: [Int]) -> [Int] {
    let issuers = holders.filter { records[$0].issued(id) }
    let judges = RejectedIDs.judges(among: issuers.isEmpty ? holders : issuers, of: records)
    var rejected: [Int] = []
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
      let isRejected = issuers.isEmpty ? against.count >= inFavor.count : inFavor.isEmpty
      if isRejected { rejected.append(index) }
    }
    return rejected
  }

  /// The first records of each source.
  static func judges(among indices: [Int], of records: [SourceRecord]) -> [Int] {
    var counts: [ProviderID: Int] = [:]
    return indices.filter { index in
      counts[records[index].provider, default: 0] += 1
      return counts[records[index].provider, default: 0] <= maxJudgesPerSource
    }
  }

  private mutating func isApart(_ one: Int, _ other: Int) -> Bool {
    // A name that is a guess contradicts nothing.
    guard one != other, !records[one].entity.isGuessed, !records[other].entity.isGuessed else {
      return false
    }
    return switch names[one].relation(to: names[other]) {
    case .fits: false
    case .contradicts: true
    case .unknown: eachIsKnown(one, other)
    }
  }

  /// Whether a source of one of two entities has its own record of the other.
  private mutating func eachIsKnown(_ one: Int, _ other: Int) -> Bool {
    let twins =
      named[sourceName(of: one, named: other), default: []]
      + named[sourceName(of: other, named: one), default: []]
    return twins.contains { $0 != one && $0 != other }
  }
}

extension SourceRecord {
  /// Whether the id is the source's own, not taken from another source: a source returns each entity under
  /// an id of its own namespace (MB-110).
  package func issued(_ id: EntityID) -> Bool { entity.id.namespace == id.namespace }
}
