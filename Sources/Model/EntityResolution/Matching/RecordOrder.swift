import MusicModel

/// An order of records, without duplicates, that depends only on their content: by id.
enum RecordOrder {
  /// The indices of the records in that order.
  static func positions(of records: [SourceRecord]) -> [Int] {
    let span = records.span
    var order = IDOrder(count: records.count)
    for position in span.indices { order.add(span[position].entity.id) }
    var positions = order.sorted { records[$0].precedes(records[$1]) }
    var count = 0
    for position in positions {
      if count > 0, order.mayBeEqual(positions[count - 1], position),
        span[positions[count - 1]].entity.id == span[position].entity.id,
        records[positions[count - 1]] == records[position]
      {
        continue
      }
      positions[count] = position
      count += 1
    }
    positions.removeSubrange(count...)
    return positions
  }
}
