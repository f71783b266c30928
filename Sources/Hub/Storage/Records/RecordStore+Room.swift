internal import BusProtocol
internal import HubCore
internal import MusicModel
package import SQLite

/// Expiry and removal, and the limits of the file.
extension RecordStore {
  private static let dayMs = 86_400_000

  /// The condition that a reply is not about a pinned id.
  private static let isLoose =
    "subject NOT IN (SELECT id FROM retained WHERE reason = \(Reason.pinned.rawValue))"

  /// Applies the limits, and makes a file smaller that was larger than its limit is now.
  func limitSize() throws(DatabaseError) {
    try tables.database.run(
      """
      PRAGMA wal_autocheckpoint = \(limits.logPages);
      PRAGMA journal_size_limit = \(limits.logPages * RecordLimits.pageBytes)
      """
    )
    if try tables.statements.pageCount() > limits.maxPages {
      try removeOldest(untilUsedPages: limits.maxPages * 3 / 4)
      try compact()
    }
    try tables.database.run("PRAGMA max_page_count = \(limits.pagesOfDisk ?? limits.maxPages)")
  }

  /// Makes room for replies: the oldest files of replies go first, then the oldest records.
  ///
  /// It removes more than is needed, so that not every reply removes others.
  ///
  /// - Returns: `false` if there is no room: pinned replies and retained records fill the file, or
  ///   another program prevents the log from being written to it.
  func makeRoom(for replies: [CachedReply]) throws(DatabaseError) -> Bool {
    // A record is about 1 KB, and its words and ids as much.
    let bytes = replies.reduce(0) {
      $0 + ($1.attachment?.count ?? 0) + 2048 * ($1.records.count + 1)
    }
    let pages = bytes / RecordLimits.pageBytes * 9 / 8 + 16
    if try tables.statements.usedPages() + pages > limits.maxPages * 15 / 16 {
      try removeOldest(untilUsedPages: limits.maxPages * 7 / 8 - pages)
      guard try tables.statements.usedPages() + pages <= limits.maxPages else { return false }
    }
    let log = Database.bytesOfLog(at: path)
    guard log + limits.maxReplyBytes > limits.maxLogBytes else { return true }
    try writeLog()
    return Database.bytesOfLog(at: path) + limits.maxReplyBytes <= limits.maxLogBytes
  }

  private func removeOldest(untilUsedPages pages: Int) throws(DatabaseError) {
    while try tables.statements.usedPages() > pages, try removeOldestFiles() > 0 {
      try writeLog()
    }
    let count = try tables.statements.integer("SELECT MAX(row) - MIN(row) FROM record")
    var position = Position(lastDay: Int.max / RecordStore.dayMs)
    while try tables.statements.usedPages() > pages {
      var (left, newestMs) = (max(limits.step, count / 8), Int.min)
      while left > 0, let removed = try removeOldest(from: &position) {
        left -= removed.count
        newestMs = max(newestMs, removed.newestMs)
      }
      guard newestMs > Int.min else { break }
      // Replies of that time list removed records.
      try removeReplies(fetchedBeforeMs: newestMs)
      for kind in RecordTables.kinds { try tables.compactIndex(of: kind) }
      try writeLog()
    }
  }

  /// Removes the oldest replies with a file, such as a cover.
  ///
  /// - Returns: Their number.
  private func removeOldestFiles() throws(DatabaseError) -> Int {
    try tables.run(
      "DELETE FROM reply WHERE row IN (SELECT row FROM reply WHERE length(file) > 0"
        + " AND \(RecordStore.isLoose) ORDER BY fetched LIMIT ?)",
      [.integer(max(4, limits.step / 16))]
    )
    return try tables.changes()
  }

  /// Removes replies that expired, and some of the records that did.
  ///
  /// - Returns: Whether there may be more records.
  package func removeExpired(nowMs: Int) throws(DatabaseError) -> Bool {
    try removeReplies(fetchedBeforeMs: nowMs - limits.maxAgeMs)
    var position = Position(lastDay: (nowMs - limits.maxAgeMs) / RecordStore.dayMs - 1)
    return try removeOldest(from: &position) != nil
  }

  func isExpired(_ stored: StoredRecord, _ entity: Entity, _ nowMs: Int) throws(DatabaseError)
    -> Bool
  {
    guard nowMs - stored.seenMs > limits.maxAgeMs else { return false }
    return try !isRetained(entity)
  }

  private func removeReplies(fetchedBeforeMs limit: Int) throws(DatabaseError) {
    try tables.run(
      "DELETE FROM reply WHERE fetched < ? AND \(RecordStore.isLoose)",
      [.integer(limit)]
    )
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
  /// - Returns: Their number, and the time at which the newest of them was seen; `nil` if none is
  ///   left.
  private func removeOldest(
    from position: inout Position
  ) throws(DatabaseError) -> (count: Int, newestMs: Int)? {
    while true {
      let rows = try oldest(from: &position)
      guard !rows.isEmpty else { return nil }
      let seenMs = try removeUnlessRetained(rows)
      if let newestMs = seenMs.max() { return (seenMs.count, newestMs) }
    }
  }

  /// The rows of the oldest records from a position, which is moved after them.
  private func oldest(from position: inout Position) throws(DatabaseError) -> [Int] {
    var rows: [Int] = []
    var last = position
    try tables.run(
      "SELECT row, seen / 86400000 FROM record WHERE seen / 86400000 BETWEEN ?1 AND ?2"
        + " AND (seen / 86400000 > ?1 OR row > ?3) ORDER BY seen / 86400000, row LIMIT ?4",
      [
        .integer(position.day), .integer(position.lastDay), .integer(position.row),
        .integer(limits.step),
      ]
    ) { columns in
      rows.append(columns.integer(0))
      (last.row, last.day) = (columns.integer(0), columns.integer(1))
    }
    position = last
    return rows
  }

  /// - Returns: The times at which those that were removed had been seen.
  private func removeUnlessRetained(_ rows: [Int]) throws(DatabaseError) -> [Int] {
    var seenMs: [Int] = []
    try tables.database.transaction { () throws(DatabaseError) in
      for row in rows {
        guard let stored = try record(row) else { continue }
        if let entity = stored.entity {
          guard try !isRetained(entity) else { continue }
          try removeFromIndex(entity, row, isPreferred: stored.isPreferred)
          for id in entity.ids {
            try tables.run(
              "DELETE FROM alias WHERE id = ? AND row = ?",
              [.integer(id.recordKey), .integer(row)]
            )
          }
        } else {
          // It cannot say which ids find it.
          try tables.run("DELETE FROM alias WHERE row = ?", [.integer(row)])
        }
        try tables.run("DELETE FROM record WHERE row = ?", [.integer(row)])
        seenMs.append(stored.seenMs)
      }
    }
    return seenMs
  }

  /// Removes all replies that are not pinned, and the recent searches.
  package func clearReplies() throws(DatabaseError) {
    try tables.database.transaction { () throws(DatabaseError) in
      try tables.run("DELETE FROM reply WHERE \(RecordStore.isLoose)")
      try tables.run("DELETE FROM search")
    }
    try compact()
  }

  /// Removes all records but those of pinned replies. Retained ids remain.
  package func clearRecords() throws(DatabaseError) {
    try tables.database.transaction { () throws(DatabaseError) in
      var kept: Set<Int> = []
      try tables.run("SELECT contents FROM reply WHERE NOT (\(RecordStore.isLoose))") { columns in
        let contents = try? JSONCodec.decode(ReplyContents.self, from: columns.bytes(0))
        kept.formUnion(contents?.items.map(\.row) ?? [])
      }
      try tables.run(
        "DELETE FROM record WHERE row NOT IN (SELECT value FROM json_each(?))",
        [.text("\(kept.sorted())")]
      )
      try tables.run("DELETE FROM alias WHERE row NOT IN (SELECT row FROM record)")
      try tables.run("DELETE FROM reply WHERE length(file) = 0 AND \(RecordStore.isLoose)")
      try tables.clearIndexes()
      for row in kept { try indexAgain(row) }
    }
    try compact()
  }

  /// Removes the words of all records, which are to be indexed again.
  package func clearIndexes() throws(DatabaseError) {
    try tables.database.transaction { () throws(DatabaseError) in try tables.clearIndexes() }
  }

  /// Indexes the words of some records again; `row` is that of the last record that was indexed.
  ///
  /// - Returns: The row from which to continue; `nil` if all records are indexed.
  package func indexAgain(after row: Int) throws(DatabaseError) -> Int? {
    let rows = try tables.integers(
      "SELECT row FROM record WHERE row > ? ORDER BY row LIMIT ?",
      [.integer(row), .integer(limits.step)]
    )
    try tables.database.transaction { () throws(DatabaseError) in
      for row in rows { try indexAgain(row) }
    }
    return rows.last
  }

  private func indexAgain(_ row: Int) throws(DatabaseError) {
    guard let stored = try record(row), let entity = stored.entity else { return }
    try index(entity, row, isPreferred: stored.isPreferred)
  }

  /// Frees the pages of what was removed.
  private func compact() throws(DatabaseError) {
    try tables.database.run("VACUUM")
    try writeLog()
  }

  /// Writes the log to the file and empties it, unless another program is reading.
  private func writeLog() throws(DatabaseError) {
    try tables.database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}

/// Numbers for a status.
extension RecordStore {
  /// The number of replies.
  package func replyCount() throws(DatabaseError) -> Int {
    try tables.statements.integer("SELECT COUNT(*) FROM reply")
  }

  /// The time at which the oldest reply was fetched, in milliseconds since 1970.
  package func oldestReplyMs() throws(DatabaseError) -> Int? {
    try tables.integers("SELECT MIN(fetched) FROM reply HAVING COUNT(*) > 0").first
  }

  /// The number of artists, albums and songs.
  package func counts() throws(DatabaseError) -> [Int] {
    var counts = RecordTables.kinds.map { _ in 0 }
    try tables.run("SELECT kind, COUNT(*) FROM record GROUP BY kind") { row in
      if counts.indices.contains(row.integer(0)) { counts[row.integer(0)] = row.integer(1) }
    }
    return counts
  }
}
