/// The SQL of the library.
///
/// A record has a row number that is never used again. The index of its words has no contents: they
/// are computed from the record.
struct LibraryTables {
  /// Incremented when the tables or the words of records change; a file of another version is rebuilt.
  private static let version = 1

  let database: Database
  private let statements: [Name: Statement]

  enum Name: CaseIterable {
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
      case .addChild:
        "INSERT OR REPLACE INTO child (parent, list, row, position) VALUES (?, ?, ?, ?)"
      case .children:
        "SELECT row FROM child WHERE parent = ? AND list = ? ORDER BY position LIMIT ?"
      case .addWord: "INSERT OR IGNORE INTO word (word, reversed) VALUES (?, ?)"
      case .isWord: "SELECT 1 FROM word WHERE word >= ? AND word < ? LIMIT 1"
      case .similarByBeginning: "SELECT word FROM word WHERE word >= ? AND word < ?"
      case .similarByEnd: "SELECT word FROM word WHERE reversed >= ? AND reversed < ?"
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

  init(at path: String) throws(DatabaseError) {
    database = try Database(at: path)
    try database.run(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -4096;"
        + " PRAGMA journal_size_limit = 8388608"
    )
    try LibraryTables.prepare(database)
    var statements: [Name: Statement] = [:]
    for name in Name.allCases { statements[name] = try database.prepare(name.sql) }
    self.statements = statements
  }

  func run(
    _ name: Name,
    _ values: [Statement.Value],
    row: (Statement.Row) -> Void = { _ in }
  ) throws(DatabaseError) {
    try statements[name]?.run(values, row: row)
  }

  /// The name of the index of a kind.
  static func index(of kind: Int) -> String { "words\(kind)" }
  static let kinds = 0..<3

  private static func prepare(_ database: Database) throws(DatabaseError) {
    guard try database.integer("PRAGMA user_version") != version else { return }
    var tables = ["record", "alias", "child", "word", "retained", "state"]
    tables += kinds.map(index)
    try database.run(tables.map { "DROP TABLE IF EXISTS \($0);" }.joined())
    try database.run(
      """
      CREATE TABLE record (
        row INTEGER PRIMARY KEY AUTOINCREMENT, provider TEXT NOT NULL, kind INTEGER NOT NULL,
        seen INTEGER NOT NULL, opened INTEGER NOT NULL, preferred INTEGER NOT NULL,
        contents BLOB NOT NULL
      );
      CREATE INDEX record_seen ON record (seen / 86400000);
      CREATE TABLE alias (
        id INTEGER NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (id, row)
      ) WITHOUT ROWID;
      CREATE TABLE child (
        parent INTEGER NOT NULL, list INTEGER NOT NULL, row INTEGER NOT NULL,
        position INTEGER NOT NULL, PRIMARY KEY (parent, list, row)
      ) WITHOUT ROWID;
      CREATE TABLE word (word TEXT PRIMARY KEY, reversed TEXT NOT NULL) WITHOUT ROWID;
      CREATE INDEX word_reversed ON word (reversed);
      CREATE TABLE retained (
        id INTEGER NOT NULL, reason INTEGER NOT NULL, PRIMARY KEY (id, reason)
      ) WITHOUT ROWID;
      """
    )
    for kind in kinds {
      try database.run(
        """
        CREATE VIRTUAL TABLE \(index(of: kind)) USING fts5(
          words, content='', columnsize=0, detail=none, prefix='1 2 3', tokenize='ascii'
        )
        """
      )
    }
    try database.run("PRAGMA user_version = \(version)")
  }

  /// Removes all records, and frees their pages.
  func clear() throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      for table in ["record", "alias", "child", "word"] { try database.run("DELETE FROM \(table)") }
      for kind in LibraryTables.kinds {
        let name = LibraryTables.index(of: kind)
        try database.run("INSERT INTO \(name) (\(name)) VALUES ('delete-all')")
      }
    }
    try database.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Adds the words of a record to the index, or removes exactly these.
  func index(_ words: String, of row: Int, _ kind: Int, removing: Bool) throws(DatabaseError) {
    let name = LibraryTables.index(of: kind)
    let columns = removing ? "\(name), rowid, words" : "rowid, words"
    let start = removing ? "'delete', " : ""
    try database.prepare("INSERT INTO \(name) (\(columns)) VALUES (\(start)?, ?)")
      .run([.integer(row), .text(words)])
  }

  /// Frees the pages of removed words, step by step, so that the file does not grow meanwhile.
  func compactIndex(of kind: Int) throws(DatabaseError) {
    let name = LibraryTables.index(of: kind)
    try database.run("INSERT INTO \(name) (\(name), rank) VALUES ('merge', -500)")
    var changes = 0
    while true {
      try database.run("INSERT INTO \(name) (\(name), rank) VALUES ('merge', 500)")
      let total = try database.integer("SELECT total_changes()")
      guard total - changes >= 2 else { return }
      changes = total
    }
  }

  /// The rows that match an expression, the newest first.
  func rows(matching expression: String, _ kind: Int, max: Int) throws(DatabaseError) -> [Int] {
    let name = LibraryTables.index(of: kind)
    var rows: [Int] = []
    try database.prepare(
      "SELECT rowid FROM \(name) WHERE \(name) MATCH ? ORDER BY rowid DESC LIMIT ?"
    ).run([.text(expression), .integer(max)]) { rows.append($0.integer(0)) }
    return rows
  }

  /// Runs changes, all of them or none.
  func transaction(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    try database.run("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      try body()
      try database.run("COMMIT")
    } catch {
      // If this fails too, the transaction has ended already.
      try? database.run("ROLLBACK")
      throw error
    }
  }
}
