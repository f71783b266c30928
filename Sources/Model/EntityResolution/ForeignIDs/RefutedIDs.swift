package import MusicModel

/// Foreign ids that the names of the entities refute.
///
/// A record may have ids of other sources, one of which may be wrong: a record "Queen" with the id
/// of Coldplay. It is withheld if the issuer's own record has another name. Without a record of the
/// issuer, the records that have the id decide: those that disagree with as many as they agree with lose it.
struct RefutedIDs {
  private let records: [SourceRecord]
  /// The records that have an id which is foreign to one of them.
  private var holders: [EntityID: [Int]] = [:]

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
    let known = RefutedIDs(order.map { records[$0] } + witnesses, foreign)
    for (id, refuted) in known.refuted {
      for index in refuted where index < order.count {
        let position = order[index]
        let remaining = records[position].entity.ids.filter { $0 != id }
        records[position].entity.retainIDs(remaining)
      }
    }
    DisputedIDs.mark(in: &records, order, knowing: witnesses)
  }

  private init(_ records: [SourceRecord], _ foreign: Set<EntityID>) {
    self.records = records
    for index in records.indices {
      for id in Set(records[index].entity.ids) where foreign.contains(id) {
        holders[id, default: []].append(index)
      }
    }
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

  /// For each refuted id, the records that must not have it.
  private var refuted: [(EntityID, [Int])] {
    holders.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { id, holders in
      (id, refuted(id, holders))
    }
  }

  private func refuted(_ id: EntityID, _ holders: [Int]) -> [Int] {
    let issuers = issuers(of: id, holders)
    return holders.filter { index in
      guard !records[index].issued(id) else { return false }
      guard issuers.isEmpty else {
        return issuers.allSatisfy { areApart(index, $0) }
      }
      let (one, other) = (
        providers(holders) { areApart(index, $0) }, providers(holders) { !areApart(index, $0) }
      )
      return one.count >= other.count
    }
  }

  private func issuers(of id: EntityID, _ holders: [Int]) -> [Int] {
    let owners = holders.filter { records[$0].provider.owns(id) }
    return owners.isEmpty ? holders.filter { records[$0].issued(id) } : owners
  }

  private func providers(_ holders: [Int], where isWanted: (Int) -> Bool) -> Set<ProviderID> {
    Set(holders.filter(isWanted).map { records[$0].provider })
  }

  private func areApart(_ one: Int, _ other: Int) -> Bool {
    guard one != other else { return false }
    let (first, second) = (records[one].entity, records[other].entity)
    switch NameContradiction.compare(first, second) {
    case .fits: return false
    case .contradicts: return true
    case .unknown: return eachIsKnown(one, other)
    }
  }

  /// Whether a source of one of two entities has its own record of the other.
  private func eachIsKnown(_ one: Int, _ other: Int) -> Bool {
    let names = (
      FoldedName(records[one].entity.displayName), FoldedName(records[other].entity.displayName)
    )
    return records.indices.contains { index in
      guard index != one, index != other, records[index].entity.kind == records[one].entity.kind
      else { return false }
      let (provider, name) = (
        records[index].provider, FoldedName(records[index].entity.displayName)
      )
      return provider == records[one].provider && name == names.1
        || provider == records[other].provider && name == names.0
    }
  }
}

extension SourceRecord {
  /// Whether the id is the source's own, not taken from another source.
  package func issued(_ id: EntityID) -> Bool { entity.id == id || provider.owns(id) }
}
