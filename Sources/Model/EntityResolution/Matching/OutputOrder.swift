import MusicModel

/// The output order of entities: by id, and the records of each by id as well.
enum OutputOrder {
  /// Sorts clusters of indices of `records`, and the indices in each.
  static func sorted(_ clusters: [[Int]], of records: [SourceRecord]) -> [[Int]] {
    let span = records.span
    var clusters = clusters
    var firsts: [EntityID] = []
    firsts.reserveCapacity(clusters.count)
    var order = IDOrder(count: clusters.count)
    for index in clusters.indices {
      if clusters[index].count > 1 {
        clusters[index].sort { records[$0].precedes(records[$1]) }
      }
      let first = first(of: clusters[index], span)
      firsts.append(first)
      order.add(first)
    }
    return order.sorted { firsts[$0] < firsts[$1] }.map { clusters[$0] }
  }

  private static func first(of cluster: [Int], _ records: Span<SourceRecord>) -> EntityID {
    var first = records[cluster[0]].entity.id
    for position in cluster {
      for id in records[position].entity.ids where id < first {
        first = id
      }
    }
    return first
  }
}
