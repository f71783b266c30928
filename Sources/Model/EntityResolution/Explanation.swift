package import BusProtocol
package import MusicModel

/// The reasons why an entity consists of its records, and not of others.
package struct Explanation: Hashable, Sendable {
  /// A near miss: another entity that might have been the same.
  package struct Neighbor: Hashable, Sendable {
    package var entity: MergedEntity
    /// The pair of records with the highest score.
    package var nearest: RecordComparison
    /// The pair with the lowest score, if any pair is *different*.
    package var separatedBy: RecordComparison?
  }

  package var entity: MergedEntity
  /// Its records without earlier versions of them.
  package var records: [SourceRecord]
  /// All pairs of these records.
  package var pairs: [RecordComparison]
  /// Near misses, the nearest first.
  package var neighbors: [Neighbor]
}

extension Catalog {
  /// The maximum number of near misses.
  package static let maxNeighbors = 10

  /// Explains the entity with this id, or returns `nil` if these records contain none.
  package static func explain(
    _ id: EntityID,
    among records: [SourceRecord],
    policy: MergePolicy = .standard,
    verdicts: UserVerdicts = .empty
  ) -> Explanation? {
    let names = NameReader()
    let entities = merge(records, policy: policy, verdicts: verdicts, names: names)
    guard let entity = entities.first(where: { $0.entity.ids.contains(id) }) else { return nil }
    func pair(_ a: SourceRecord, _ b: SourceRecord) -> RecordComparison {
      compare(a, b, verdicts: verdicts, names: names)
    }
    var latest: [RecordComparison.Name: SourceRecord] = [:]
    for record in entity.records { latest[RecordComparison.Name(record)] = record }
    let own = entity.records.filter { latest[RecordComparison.Name($0)] == $0 }
    let others = entities.filter { other in
      other != entity && other.entity.kind == entity.entity.kind
    }
    let neighbors = others.compactMap { other -> Explanation.Neighbor? in
      let pairs = own.flatMap { record in other.records.map { pair(record, $0) } }
        .sorted { $0.points > $1.points }
      guard let nearest = pairs.first, nearest.points >= Weights.near else { return nil }
      let farthest = pairs.last { $0.decision == .different }
      return Explanation.Neighbor(entity: other, nearest: nearest, separatedBy: farthest)
    }
    .sorted { $0.nearest.points > $1.nearest.points }
    return Explanation(
      entity: entity,
      records: own,
      pairs: own.indices.flatMap { index in own[..<index].map { pair($0, own[index]) } },
      neighbors: Array(neighbors.prefix(maxNeighbors))
    )
  }
}
