/// What the hub knows, on disk: rows by kind and name, with contents that only the hub interprets.
///
/// It is data, not a cache; but a corrupt file is moved aside and a new one created, because the hub can
/// learn almost all of it again.
package final class StateStore {
  /// Incremented when the table changes.
  private static let version = 1

  /// A row. A later one with the same kind and name replaces it.
  package struct Row: Hashable, Sendable {
    package var kind: String
    package var name: String
    /// The new contents; `nil` removes the row.
    package var contents: [UInt8]?

    package init(kind: String, name: String, contents: [UInt8]?) {
      self.kind = kind
      self.name = name
      self.contents = contents
    }
  }

  /// Notes for the user about opening it.
  package private(set) var notes: [String] = []
  /// Whether the file was created just now.
  let isNew: Bool
  private let database: Database
  private let saveStatement: Statement
  private let removeStatement: Statement

  /// Opens the file, or creates it.
  package init(at path: String) throws(DatabaseError) {
    isNew = Database.bytesOnDisk(at: path) == 0
    let opened: Database
    do throws(DatabaseError) {
      opened = try StateStore.open(path)
    } catch {
      guard error.isDamage else { throw error }
      let aside = try moveDatabaseAside(path)
      notes.append("The state \(path) is corrupt; moved it to \(aside) and created a new one.")
      opened = try StateStore.open(path)
    }
    database = opened
    saveStatement = try database.prepare(
      "INSERT OR REPLACE INTO state (kind, name, contents, number)"
        + " VALUES (?, ?, ?, 1 + (SELECT COALESCE(MAX(number), 0) FROM state))"
    )
    removeStatement = try database.prepare("DELETE FROM state WHERE kind = ? AND name = ?")
  }

  private static func open(_ path: String) throws(DatabaseError) -> Database {
    let database = try Database(at: path)
    try database.run(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304"
    )
    guard try database.integer("PRAGMA user_version") != version else { return database }
    try database.run(
      """
      DROP TABLE IF EXISTS state;
      CREATE TABLE state (
        kind TEXT NOT NULL, name TEXT NOT NULL, contents BLOB NOT NULL, number INTEGER NOT NULL,
        PRIMARY KEY (kind, name)
      ) WITHOUT ROWID;
      CREATE INDEX state_number ON state (number);
      PRAGMA user_version = \(version);
      """
    )
    return database
  }

  /// All rows of a kind, the one saved last at the end.
  package func rows(of kind: String) throws(DatabaseError) -> [Row] {
    var rows: [Row] = []
    let sql = "SELECT name, contents FROM state WHERE kind = ? ORDER BY number"
    try database.prepare(sql).run([.text(kind)]) { row in
      rows.append(Row(kind: kind, name: row.text(0), contents: row.bytes(1)))
    }
    return rows
  }

  /// Saves rows, all of them or none.
  package func save(_ rows: [Row]) throws(DatabaseError) {
    guard !rows.isEmpty else { return }
    try database.transaction { () throws(DatabaseError) in
      for row in rows {
        if let contents = row.contents {
          try saveStatement.run([.text(row.kind), .text(row.name), .bytes(contents)])
        } else {
          try removeStatement.run([.text(row.kind), .text(row.name)])
        }
      }
    }
  }
}
