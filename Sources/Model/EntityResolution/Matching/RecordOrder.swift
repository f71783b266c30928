import MusicModel

/// An order of records, without duplicates, that depends only on their content: by id.
enum RecordOrder {
  /// The indices of the records in that order.
  static func places(of records: [SourceRecord]) -> [Int] {
    let span = records.span
    var order = IDOrder(count: records.count)
    for place in span.indices { order.add(span[place].entity.id) }
    var places = order.sorted { records[$0].precedes(records[$1]) }
    var kept = 0
    for place in places {
      if kept > 0, order.mayBeEqual(places[kept - 1], place),
        span[places[kept - 1]].entity.id == span[place].entity.id,
        records[places[kept - 1]] == records[place]
      {
        continue
      }
      places[kept] = place
      kept += 1
    }
    places.removeSubrange(kept...)
    return places
  }
}
