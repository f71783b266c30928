import MusicModel

/// Foreign ids on which sources disagree, although the names fit.
///
/// Two artists have the same name, and a source links the wrong one. An id of a record is disputed
/// if as many sources speak against it as for it. For it are the sources whose records of the same entity have
/// it too. Against it are those whose records of that entity have another id of the same namespace, and
/// those that give the id to another entity.
struct DisputedIDs {
  /// The namespace and type of ids of which an entity has only one.
  private struct Space: Hashable {
    let namespace: String
    let type: String

    init?(_ id: EntityID) {
      guard RecordIdentifiers.meaning(id) == .identity else { return nil }
      namespace = id.namespace
      type = id.type
    }
  }

  private let records: [SourceRecord]
  private var ids: [[Space: Set<EntityID>]] = []
  /// The records that have an id.
  private var holders: [EntityID: [Int]] = [:]

  /// Marks the disputed ids of the records in `order`.
  static func mark(
    in records: inout [SourceRecord],
    _ order: [Int],
    knowing witnesses: [SourceRecord]
  ) {
    let known = DisputedIDs(order.map { records[$0] } + witnesses)
    for (index, position) in order.enumerated() {
      records[position].dispute(known.disputed(of: index))
    }
  }

  private init(_ records: [SourceRecord]) {
    self.records = records
    for (index, record) in records.enumerated() {
      var own: [Space: Set<EntityID>] = [:]
      for id in record.entity.ids {
        guard let space = Space(id) else { continue }
        if own[space, default: []].insert(id).inserted { holders[id, default: []].append(index) }
      }
      ids.append(own)
    }
  }

  private func disputed(of index: Int) -> Set<EntityID> {
    guard ids[index].count > 1 else { return [] }
    let foreign = ids[index].values.joined().filter { !records[index].issued($0) }
    return Set(foreign.filter { isDisputed($0, of: index) })
  }

  private func isDisputed(_ id: EntityID, of index: Int) -> Bool {
    guard let space = Space(id), let stated = ids[index][space] else { return false }
    let companions = companions(of: index, outside: space)
    let opponents = companions.filter { ids[$0][space]?.isDisjoint(with: stated) == true }
    let rivals = (holders[id] ?? []).filter {
      $0 != index && !records[$0].issued(id) && areApart($0, index, outside: space)
    }
    guard !opponents.isEmpty || !rivals.isEmpty else { return false }
    let supporters = [index] + companions.filter { ids[$0][space]?.contains(id) == true }
    return providers(of: opponents + rivals).count >= providers(of: supporters).count
  }

  /// The other records that share an id with a record.
  private func companions(of index: Int, outside space: Space) -> [Int] {
    var companions: Set<Int> = []
    for (other, own) in ids[index] where other != space {
      for id in own { companions.formUnion(holders[id] ?? []) }
    }
    companions.remove(index)
    return companions.sorted()
  }

  /// Whether the ids of two records show that they are different.
  private func areApart(_ one: Int, _ other: Int, outside space: Space) -> Bool {
    var isApart = false
    for (each, own) in ids[one] where each != space {
      guard let others = ids[other][each] else { continue }
      if !own.isDisjoint(with: others) { return false }
      isApart = true
    }
    return isApart
  }

  private func providers(of indices: [Int]) -> Set<ProviderID> {
    Set(indices.map { records[$0].provider })
  }
}
