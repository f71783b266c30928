import MusicModel

/// Foreign ids on which sources disagree, although the names fit.
///
/// Two artists have the same name, and a source links the wrong one. An id of a record is disputed
/// if as many sources speak against it as for it. For it are the sources whose records of the same entity have
/// it too. Against it are those whose records of that entity have another id of the same namespace, and
/// those that give the id to another entity.
struct DisputedIDs {
  /// The namespace and type of ids; an entity has only one id of each.
  private struct Space: Hashable {
    let namespace: String
    let type: String

    init?(_ id: EntityID) {
      guard IDMeaning(id) == .identity else { return nil }
      namespace = id.namespace
      type = id.type
    }
  }

  private let records: [SourceRecord]
  private var ids: [[Space: Set<EntityID>]] = []
  /// The records that have an id; of each source a few.
  private var holders: [EntityID: [Int]] = [:]

  /// Marks the disputed ids of the records. `witnesses` are further records.
  static func mark(in records: inout [SourceRecord], knowing witnesses: [SourceRecord]) {
    let known = DisputedIDs(records + witnesses)
    for index in records.indices { records[index].dispute(known.disputed(of: index)) }
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
    holders = holders.mapValues { RejectedIDs.judges(among: $0, of: records) }
  }

  private func disputed(of index: Int) -> Set<EntityID> {
    guard ids[index].count > 1 else { return [] }
    let foreign = ids[index].values.joined().filter { !records[index].issued($0) }
    guard !foreign.isEmpty else { return [] }
    let others = relations(of: index)
    return Set(foreign.filter { isDisputed($0, of: index, others) })
  }

  /// In which spaces another record has ids as well, and the same ones.
  private struct Relation {
    let index: Int
    var common: Set<Space> = []
    var agreeing: Set<Space> = []

    /// Whether both have an id in common.
    func isCompanion(outside space: Space) -> Bool {
      agreeing.count > (agreeing.contains(space) ? 1 : 0)
    }

    /// Whether the ids show that the two are different.
    func isApart(outside space: Space) -> Bool {
      !isCompanion(outside: space) && common.count > (common.contains(space) ? 1 : 0)
    }
  }

  /// The other records that share an id with a record.
  private func relations(of index: Int) -> [Relation] {
    var others: Set<Int> = []
    for id in ids[index].values.joined() {
      others.formUnion(holders[id] ?? [])
    }
    others.remove(index)
    return others.sorted().map { other in
      var relation = Relation(index: other)
      for (space, own) in ids[index] {
        guard let theirs = ids[other][space] else { continue }
        relation.common.insert(space)
        if !own.isDisjoint(with: theirs) { relation.agreeing.insert(space) }
      }
      return relation
    }
  }

  private func isDisputed(_ id: EntityID, of index: Int, _ others: [Relation]) -> Bool {
    guard let space = Space(id), let stated = ids[index][space] else { return false }
    var (against, inFavor): ([Int], [Int]) = ([], [index])
    for other in others {
      let theirs = ids[other.index][space]
      if other.isCompanion(outside: space) {
        if theirs?.isDisjoint(with: stated) == true { against.append(other.index) }
        if theirs?.contains(id) == true { inFavor.append(other.index) }
      } else if theirs?.contains(id) == true, !records[other.index].issued(id),
        other.isApart(outside: space)
      {
        against.append(other.index)
      }
    }
    return !against.isEmpty && providers(of: against).count >= providers(of: inFavor).count
  }

  private func providers(of indices: [Int]) -> Set<ProviderID> {
    Set(indices.map { records[$0].provider })
  }
}
