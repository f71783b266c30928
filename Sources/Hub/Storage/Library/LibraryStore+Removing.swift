internal import HubCore
internal import MusicModel

extension LibraryStore {
  private static let dayMs = 86_400_000

  func isExpired(_ row: Row, _ nowMs: Int) throws(DatabaseError) -> Bool {
    guard nowMs - row.seenMs > limits.maxAgeMs else { return false }
    return try !isRetained(row.entity)
  }

  /// Removes some of the records that expired.
  ///
  /// - Returns: Whether there may be more.
  package func removeExpired(nowMs: Int) throws(DatabaseError) -> Bool {
    let day = (nowMs - limits.maxAgeMs) / LibraryStore.dayMs
    return try removeOldest(before: day) > 0
  }

  /// Removes the oldest eighth of the records if the file has no room for some more.
  func makeRoom(for count: Int) throws(DatabaseError) {
    guard try usedPages() + 16 + count / 2 > limits.maxPages else { return }
    let total = try tables.database
      .integer("SELECT COALESCE(MAX(row) - MIN(row), 0) FROM record")
    var left = max(limits.removalStep, total / 8)
    while left > 0 {
      let removed = try removeOldest(before: Int.max / LibraryStore.dayMs)
      guard removed > 0 else { break }
      left -= removed
    }
    try tables.database.run("DELETE FROM child WHERE row NOT IN (SELECT row FROM record)")
    for kind in LibraryTables.kinds { try tables.compactIndex(of: kind) }
  }

  private func usedPages() throws(DatabaseError) -> Int {
    try tables.database.integer("PRAGMA page_count")
      - tables.database.integer("PRAGMA freelist_count")
  }

  /// - Returns: The number of removed records.
  private func removeOldest(before day: Int) throws(DatabaseError) -> Int {
    var rows: [Int] = []
    try tables.run(.oldest, [.integer(day), .integer(limits.removalStep)]) {
      rows.append($0.integer(0))
    }
    var removed = 0
    try tables.transaction { () throws(DatabaseError) in
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
    try index(record.entity, row, isPreferred: record.isPreferred, removing: true)
    for id in record.entity.ids {
      try tables.run(.removeID, [.integer(id.libraryKey), .integer(row)])
    }
    try tables.run(.delete, [.integer(row)])
  }
}
