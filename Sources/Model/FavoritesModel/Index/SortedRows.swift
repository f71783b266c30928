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

/// Sorted rows in chunks of a few hundred. Inserting, removing and finding a position do not visit
/// all rows.
struct SortedRows: Sendable {
  struct Row: Sendable {
    let key: SortKey
    let slot: Int32
  }

  private var chunks: [[Row]] = []
  private(set) var count = 0
  private static let chunkCount = 256

  init(_ rows: [Row]) {
    let sorted = rows.sorted { $0.key < $1.key }
    count = sorted.count
    for start in stride(from: 0, to: sorted.count, by: SortedRows.chunkCount) {
      chunks.append(Array(sorted[start..<min(start + SortedRows.chunkCount, sorted.count)]))
    }
  }

  mutating func insert(_ row: Row) {
    count += 1
    guard !chunks.isEmpty else {
      chunks = [[row]]
      return
    }
    let chunk = min(self.chunk(for: row.key), chunks.count - 1)
    chunks[chunk].insert(row, at: SortedRows.index(of: row.key, in: chunks[chunk]))
    guard chunks[chunk].count > 2 * SortedRows.chunkCount else { return }
    let half = chunks[chunk].count / 2
    chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
    chunks[chunk].removeSubrange(half...)
  }

  mutating func remove(_ key: SortKey) {
    let chunk = self.chunk(for: key)
    guard chunk < chunks.count else { return }
    let index = SortedRows.index(of: key, in: chunks[chunk])
    guard index < chunks[chunk].count, chunks[chunk][index].key == key else { return }
    chunks[chunk].remove(at: index)
    count -= 1
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
  }

  /// The number of rows before this key.
  func position(of key: SortKey) -> Int {
    let chunk = self.chunk(for: key)
    let before = chunks[..<chunk].reduce(0) { $0 + $1.count }
    return chunk < chunks.count ? before + SortedRows.index(of: key, in: chunks[chunk]) : before
  }

  /// The row at a position, or `nil` beyond the end.
  func row(at position: Int) -> Row? { rows(from: position, atMost: 1).first }

  func rows(from position: Int, atMost limit: Int) -> [Row] {
    guard position >= 0, limit > 0 else { return [] }
    var rest = position
    var rows: [Row] = []
    for chunk in chunks {
      if rest >= chunk.count {
        rest -= chunk.count
        continue
      }
      rows += chunk[rest...].prefix(limit - rows.count)
      rest = 0
      if rows.count >= limit { break }
    }
    return rows
  }

  /// All rows in order.
  var all: some Sequence<Row> { chunks.lazy.joined() }

  /// The first chunk that may contain the key.
  private func chunk(for key: SortKey) -> Int {
    var low = 0
    var high = chunks.count
    while low < high {
      let middle = (low + high) / 2
      if let last = chunks[middle].last, last.key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func index(of key: SortKey, in chunk: [Row]) -> Int {
    var low = 0
    var high = chunk.count
    while low < high {
      let middle = (low + high) / 2
      if chunk[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
