/// A statement about the tables of the library, but for their indexes.
enum LibraryStatement {
  case findID, record, insert, update, touch, open, prefer, delete
  case addID, removeID, addChild, children
  case addWord, isWord, similarByBeginning, similarByEnd
  case isRetained, retainedIDs, addRetained, removeRetained, oldest

  var sql: String {
    switch self {
    case .findID: "SELECT row FROM alias WHERE id = ?"
    case .record:
      "SELECT provider, kind, seen, opened, preferred, contents FROM record WHERE row = ?"
    case .insert:
      "INSERT INTO record (provider, kind, seen, opened, preferred, contents)"
        + " VALUES (?, ?, ?, ?, ?, ?)"
    case .update: "UPDATE record SET seen = ?, contents = ? WHERE row = ?"
    case .touch: "UPDATE record SET seen = ? WHERE row = ?"
    case .open: "UPDATE record SET opened = opened + 1 WHERE row = ?"
    case .prefer: "UPDATE record SET preferred = ? WHERE row = ?"
    case .delete: "DELETE FROM record WHERE row = ?"
    case .addID: "INSERT OR IGNORE INTO alias (id, row) VALUES (?, ?)"
    case .removeID: "DELETE FROM alias WHERE id = ? AND row = ?"
    case .addChild: "INSERT OR REPLACE INTO child (parent, list, row, position) VALUES (?, ?, ?, ?)"
    case .children: "SELECT row FROM child WHERE parent = ? AND list = ? ORDER BY position LIMIT ?"
    case .addWord: "INSERT OR IGNORE INTO word (word, reversed) VALUES (?, ?)"
    case .isWord: "SELECT 1 FROM word WHERE word >= ? AND word < ? LIMIT 1"
    case .similarByBeginning:
      "SELECT word FROM word WHERE word >= ? AND word < ? AND length(word) >= ?"
    case .similarByEnd:
      "SELECT word FROM word WHERE reversed >= ? AND reversed < ? AND length(word) BETWEEN ? AND ?"
    case .isRetained: "SELECT 1 FROM retained WHERE id = ?"
    case .retainedIDs: "SELECT id FROM retained WHERE reason = ?"
    case .addRetained: "INSERT OR IGNORE INTO retained (id, reason) VALUES (?, ?)"
    case .removeRetained: "DELETE FROM retained WHERE id = ? AND reason = ?"
    case .oldest:
      "SELECT row, seen / 86400000 FROM record WHERE seen / 86400000 BETWEEN ?1 AND ?2"
        + " AND (seen / 86400000 > ?1 OR row > ?3) ORDER BY seen / 86400000, row LIMIT ?4"
    }
  }
}
