internal import HubCore
internal import MusicModel

extension LibraryStore {
  private static let dayMs = 86_400_000

  func isExpired(_ row: Row, _ nowMs: Int) throws(DatabaseError) -> Bool {
    guard nowMs - row.stored.seenMs > limits.maxAgeMs else { return false }
    return try !isRetained(row.entity)
  }

  /// Removes some of the records that expired.
  ///
  /// - Returns: Whether there may be more.
  package func removeExpired(nowMs: Int) throws(DatabaseError) -> Bool {
    var position = Position(lastDay: (nowMs - limits.maxAgeMs) / LibraryStore.dayMs - 1)
    return try removeOldest(from: &position) > 0
  }

  /// Removes the oldest eighth of the records if the file has no room for some more.
  func makeRoom(for count: Int) throws(DatabaseError) {
    guard try tables.statements.usedPages() + 16 + count / 2 > limits.maxPages else { return }
    let total = try tables.database
      .integer("SELECT COALESCE(MAX(row) - MIN(row), 0) FROM record")
    var left = max(limits.removalStep, total / 8)
    var position = Position(lastDay: Int.max / LibraryStore.dayMs)
    while left > 0 {
      let removed = try removeOldest(from: &position)
      guard removed > 0 else { break }
      left -= removed
    }
    try tables.database.run("DELETE FROM child WHERE row NOT IN (SELECT row FROM record)")
    for kind in LibraryTables.kinds { try tables.compactIndex(of: kind) }
  }

  /// The position at which a removal continues, after retained records.
  private struct Position {
    var day = 0
    var row = 0
    let lastDay: Int

    init(lastDay: Int) { self.lastDay = lastDay }
  }

  /// Removes some of the oldest records that are not retained.
  ///
  /// - Returns: The number of removed records; 0 if none is left.
  private func removeOldest(from position: inout Position) throws(DatabaseError) -> Int {
    while true {
      let rows = try oldest(from: &position)
      guard !rows.isEmpty else { return 0 }
      let removed = try removeUnlessRetained(rows)
      if removed > 0 { return removed }
    }
  }

  /// The rows of the oldest records from a position, which is moved after them.
  private func oldest(from position: inout Position) throws(DatabaseError) -> [Int] {
    var rows: [Int] = []
    var last = position
    try tables.run(
      .oldest,
      [
        .integer(position.day), .integer(position.lastDay), .integer(position.row),
        .integer(limits.removalStep),
      ]
    ) { columns in
      rows.append(columns.integer(0))
      (last.row, last.day) = (columns.integer(0), columns.integer(1))
    }
    position = last
    return rows
  }

  private func removeUnlessRetained(_ rows: [Int]) throws(DatabaseError) -> Int {
    var removed = 0
    recent.removeAll()
    try tables.database.transaction { () throws(DatabaseError) in
      for row in rows {
        guard let record = try record(row) else {
          try tables.run(.delete, [.integer(row)])
          removed += 1
          continue
        }
        guard try !isRetained(record.entity) else { continue }
        try remove(row, record)
        removed += 1
      }
    }
    return removed
  }

  private func remove(_ row: Int, _ record: Row) throws(DatabaseError) {
    try removeFromIndex(row, record)
    for id in record.entity.ids {
      try tables.run(.removeID, [.integer(id.libraryKey), .integer(row)])
    }
    try tables.run(.delete, [.integer(row)])
  }
}
