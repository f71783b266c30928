/// The SQL of the library.
///
/// A record has a row number that is never used again. The indexes of its words have no contents:
/// they are computed from the record.
struct LibraryTables {
  /// Incremented when the tables or the words of records change; a file of another version is rebuilt.
  private static let version = 2
  /// The size of the page cache in KiB.
  private static let cacheSize = 3072

  let database: Database
  let statements: StatementCache

  /// Opens the file for changes, or creates it.
  init(at path: String) throws(DatabaseError) {
    database = try Database(at: path)
    statements = StatementCache(of: database)
    try database.run(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        + " PRAGMA cache_size = -\(LibraryTables.cacheSize); PRAGMA journal_size_limit = 8388608"
    )
    try LibraryTables.prepare(database)
  }

  /// Opens the file for searches only.
  ///
  /// - Returns: `nil` if it does not exist, or not in this version.
  init?(reading path: String) throws(DatabaseError) {
    guard Database.bytesOnDisk(at: path) > 0 else { return nil }
    database = try Database(reading: path)
    statements = StatementCache(of: database)
    try database.run("PRAGMA cache_size = -\(LibraryTables.cacheSize)")
    guard try database.integer("PRAGMA user_version") == LibraryTables.version else { return nil }
  }

  func run(
    _ name: LibraryStatement,
    _ values: [Statement.Value],
    row: (Statement.Row) -> Void = { _ in }
  ) throws(DatabaseError) {
    try statements.statement(name.sql).run(values, row: row)
  }

  /// An index of words.
  enum Index: String, CaseIterable {
    case all = "words"
    /// Records that the user likes or opens.
    case preferred

    /// Its table for a kind.
    func table(_ kind: Int) -> String { "\(rawValue)\(kind)" }
  }

  static let kinds = 0..<3
  private static let indexTables = Index.allCases.flatMap { index in kinds.map(index.table) }

  private static func prepare(_ database: Database) throws(DatabaseError) {
    guard try database.integer("PRAGMA user_version") != version else { return }
    let tables = ["record", "alias", "child", "word", "retained", "state"] + indexTables
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
    // The rows of a beginning that is indexed are read one after another, those of any other only
    // after all of them were collected.
    for table in indexTables {
      try database.run(
        """
        CREATE VIRTUAL TABLE \(table) USING fts5(
          words, content='', columnsize=0, detail=none, prefix='1 2 3 4 5 6 7 8', tokenize='ascii'
        )
        """
      )
    }
    try database.run("PRAGMA user_version = \(version)")
  }

  /// Removes all records, and frees their pages.
  func clear() throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      for table in ["record", "alias", "child", "word"] { try database.run("DELETE FROM \(table)") }
      for table in LibraryTables.indexTables {
        try database.run("INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
      }
    }
    try database.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Adds the words of a record to an index, or removes exactly these.
  func index(
    _ words: String,
    of row: Int,
    _ kind: Int,
    in index: Index,
    removing: Bool
  ) throws(DatabaseError) {
    let table = index.table(kind)
    let columns = removing ? "\(table), rowid, words" : "rowid, words"
    let start = removing ? "'delete', " : ""
    try statements.statement("INSERT INTO \(table) (\(columns)) VALUES (\(start)?, ?)")
      .run([.integer(row), .text(words)])
  }

  /// Frees the pages of removed words, step by step, so that the file does not grow meanwhile.
  func compactIndex(of kind: Int) throws(DatabaseError) {
    let table = Index.all.table(kind)
    try database.run("INSERT INTO \(table) (\(table), rank) VALUES ('merge', -500)")
    var changes = 0
    while true {
      try database.run("INSERT INTO \(table) (\(table), rank) VALUES ('merge', 500)")
      let total = try database.integer("SELECT total_changes()")
      guard total - changes >= 2 else { return }
      changes = total
    }
  }

  /// The rows of an index that match an expression, the newest first.
  func rows(
    matching expression: String,
    _ kind: Int,
    in index: Index,
    max: Int
  ) throws(DatabaseError) -> [Int] {
    let table = index.table(kind)
    var rows: [Int] = []
    try statements.statement(
      "SELECT rowid FROM \(table) WHERE \(table) MATCH ? ORDER BY rowid DESC LIMIT ?"
    ).run([.text(expression), .integer(max)]) { rows.append($0.integer(0)) }
    return rows
  }

  /// Reads the file as it is at one time.
  func snapshot<Value>(
    _ body: () throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    try database.run("BEGIN")
    defer {
      // If this fails, the transaction has ended already.
      try? database.run("COMMIT")
    }
    return try body()
  }
}
