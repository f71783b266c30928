package import MusicModel

/// The reasons why an entity consists of its records, and not of others.
package struct Explanation: Hashable, Sendable {
  /// Two records and their comparison.
  package struct Pair: Hashable, Sendable {
    package var a: SourceRecord
    package var b: SourceRecord
    package var comparison: Comparison
  }

  /// A near miss: another entity that might have been the same.
  package struct Neighbor: Hashable, Sendable {
    package var entity: MergedEntity
    /// The pair of records with the highest score.
    package var nearest: Pair
    /// The pair with the lowest score, if any pair is *different*.
    package var separatedBy: Pair?
  }

  package var entity: MergedEntity
  /// All pairs of its records.
  package var pairs: [Pair]
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
    let (verdicts, names) = (VerdictClusters(verdicts), NameReader())
    let entities = merge(records, policy, verdicts, names)
    guard let entity = entities.first(where: { $0.entity.ids.contains(id) }) else { return nil }
    func pair(_ a: SourceRecord, _ b: SourceRecord) -> Explanation.Pair {
      Explanation.Pair(a: a, b: b, comparison: compare(a, b, verdicts, names))
    }
    let own = entity.records
    let pairs = own.indices.flatMap { position in own[..<position].map { pair($0, own[position]) } }
    let others = entities.filter { other in
      other != entity && other.entity.kind == entity.entity.kind
    }
    let neighbors = others.compactMap { other -> Explanation.Neighbor? in
      let pairs = own.flatMap { record in other.records.map { pair(record, $0) } }
        .sorted { $0.comparison.points > $1.comparison.points }
      guard let nearest = pairs.first, nearest.comparison.points >= Weights.near else { return nil }
      let farthest = pairs.last { $0.comparison.verdict == .different }
      return Explanation.Neighbor(entity: other, nearest: nearest, separatedBy: farthest)
    }
    .sorted { $0.nearest.comparison.points > $1.nearest.comparison.points }
    return Explanation(
      entity: entity,
      pairs: pairs,
      neighbors: Array(neighbors.prefix(maxNeighbors))
    )
  }
}
