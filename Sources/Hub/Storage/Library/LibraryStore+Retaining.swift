internal import HubCore
package import MusicModel

/// Records that do not expire, and come first in searches.
extension LibraryStore {
  /// The reason why records are retained.
  package enum Reason: Int, Hashable, Sendable {
    case favorite = 1
    case pinned = 2
  }

  /// Retains the records with these ids; records with others are not retained for that reason.
  package func retain(_ ids: [EntityID], because reason: Reason) throws(DatabaseError) {
    var old: Set<Int> = []
    try tables.run(.retainedIDs, [.integer(reason.rawValue)]) { old.insert($0.integer(0)) }
    let new = Set(ids.map(\.libraryKey))
    try tables.database.transaction { () throws(DatabaseError) in
      for key in old.subtracting(new) { try set(key, reason, isRetained: false) }
      for key in new.subtracting(old) { try set(key, reason, isRetained: true) }
    }
  }

  /// Retains the records with these ids, or no longer.
  package func pin(_ ids: [EntityID], isPinned: Bool) throws(DatabaseError) {
    try tables.database.transaction { () throws(DatabaseError) in
      for id in ids { try set(id.libraryKey, .pinned, isRetained: isPinned) }
    }
  }

  private func set(_ key: Int, _ reason: Reason, isRetained: Bool) throws(DatabaseError) {
    recent.removeAll()
    let values: [Statement.Value] = [.integer(key), .integer(reason.rawValue)]
    try tables.run(isRetained ? .addRetained : .removeRetained, values)
    var rows: [Int] = []
    try tables.run(.findID, [.integer(key)]) { rows.append($0.integer(0)) }
    for row in rows {
      guard let record = try record(row) else { continue }
      try prefer(row, record, isPreferred(record.entity, opened: record.stored.openedCount))
    }
  }

  /// The number of records of each kind.
  package func counts() throws(DatabaseError) -> [Int] {
    var counts = [0, 0, 0]
    try tables.database.prepare("SELECT kind, COUNT(*) FROM record GROUP BY kind").run([]) { row in
      if counts.indices.contains(row.integer(0)) { counts[row.integer(0)] = row.integer(1) }
    }
    return counts
  }

  /// Removes all records. Retained ids remain.
  package func clear() throws(DatabaseError) {
    recent.removeAll()
    try tables.clear()
  }
}
