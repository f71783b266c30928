/// Protection from eviction.
extension ReplyStore {
  /// Pins or unpins all entries about these ids.
  ///
  /// - Returns: `false` if too many are pinned.
  package func pin(_ ids: [String], isPinned: Bool) throws(DatabaseError) -> Bool {
    if isPinned, try pinCount() + ids.count > limits.maxPins { return false }
    let sql = isPinned ? "INSERT OR IGNORE INTO pin VALUES (?)" : "DELETE FROM pin WHERE id = ?"
    let statement = try tables.database.prepare(sql)
    for id in ids { try statement.run([.text(id)]) }
    return true
  }

  /// Unpins all entries.
  package func unpinAll() throws(DatabaseError) {
    try tables.database.prepare("DELETE FROM pin").run([])
  }

  package func pinCount() throws(DatabaseError) -> Int {
    var count = 0
    try tables.database.prepare("SELECT COUNT(*) FROM pin").run([]) { count = $0.integer(0) }
    return count
  }

  /// The time at which the oldest entry was fetched, in milliseconds since 1970.
  package func oldestMs() throws(DatabaseError) -> Int? {
    var oldest: Int?
    try tables.database.prepare("SELECT fetched FROM reply ORDER BY fetched LIMIT 1").run([]) {
      oldest = $0.integer(0)
    }
    return oldest
  }
}
