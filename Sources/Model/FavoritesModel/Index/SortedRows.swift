/// The sort key of a row: a number, a text, and the favourite itself, so that keys are unique.
struct SortKey: Hashable, Sendable, Comparable {
  let number: Int64
  let text: String
  let fav: FavoriteID

  static func < (left: SortKey, right: SortKey) -> Bool {
    if left.number != right.number { return left.number < right.number }
    if left.text != right.text { return left.text < right.text }
    return left.fav < right.fav
  }
}

/// Rows in their order. A position is found by bisection; inserting and removing move the rows behind it.
struct SortedRows: Sendable {
  struct Row: Sendable {
    let key: SortKey
    let slot: Int32
  }

  private(set) var all: [Row]
  var count: Int { all.count }

  init(_ rows: [Row]) { all = rows.sorted { $0.key < $1.key } }

  mutating func insert(_ row: Row) { all.insert(row, at: position(of: row.key)) }

  mutating func remove(_ key: SortKey) {
    let index = position(of: key)
    if index < all.count, all[index].key == key { all.remove(at: index) }
  }

  /// The number of rows before this key.
  func position(of key: SortKey) -> Int {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func rows(from position: Int, atMost limit: Int) -> ArraySlice<Row> {
    all.dropFirst(max(0, position)).prefix(max(0, limit))
  }
}
