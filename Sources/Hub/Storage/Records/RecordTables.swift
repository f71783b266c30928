internal import SQLite

/// The tables of a ``RecordStore``, and the indexes of words.
///
/// A record has a row number that is never used again. The indexes have no contents: the words of a record
/// are computed from it, also to remove them.
struct RecordTables {
  /// Incremented when the tables change. A file of an earlier version is created again.
  private static let version = 1
  /// The size of the page cache in KiB.
  private static let cacheSize = 2048

  let database: Database
  let statements: StatementCache

  /// Opens the file for changes, or creates it.
  ///
  /// - Throws: ``DatabaseError/isNewer`` for a file of a later version, which stays as it is.
  init(at path: String) throws(DatabaseError) {
    database = try Database(at: path)
    statements = StatementCache(of: database)
    let found = try database.version(upTo: RecordTables.version)
    try database.run(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        + " PRAGMA cache_size = -\(RecordTables.cacheSize)"
    )
    if found != RecordTables.version { try RecordTables.prepare(database) }
  }

  /// Opens the file for reading, beside the connection that changes it.
  ///
  /// - Returns: `nil` if it does not exist, or not in this version.
  init?(reading path: String) throws(DatabaseError) {
    guard Database.bytesOnDisk(at: path) > 0 else { return nil }
    database = try Database(reading: path)
    statements = StatementCache(of: database)
    try database.run("PRAGMA cache_size = -\(RecordTables.cacheSize)")
    guard try database.integer("PRAGMA user_version") == RecordTables.version else { return nil }
  }

  private static func prepare(_ database: Database) throws(DatabaseError) {
    let vocabularies = kinds.map(vocabulary)
    let tables =
      vocabularies + indexes + ["record", "alias", "reply", "word", "retained", "search"]
    try database.run(tables.map { "DROP TABLE IF EXISTS \($0);" }.joined())
    try database.run(
      """
      CREATE TABLE record (
        row INTEGER PRIMARY KEY AUTOINCREMENT, provider TEXT NOT NULL, kind INTEGER NOT NULL,
        market TEXT NOT NULL, seen INTEGER NOT NULL, opened INTEGER NOT NULL,
        preferred INTEGER NOT NULL, contents BLOB NOT NULL
      );
      CREATE INDEX record_seen ON record (seen / 86400000, kind);
      CREATE TABLE alias (
        id INTEGER NOT NULL, row INTEGER NOT NULL, PRIMARY KEY (id, row)
      ) WITHOUT ROWID;
      CREATE TABLE reply (
        row INTEGER PRIMARY KEY, provider TEXT NOT NULL, method TEXT NOT NULL,
        parameters BLOB NOT NULL, subject INTEGER NOT NULL, fetched INTEGER NOT NULL,
        fresh INTEGER NOT NULL, contents BLOB NOT NULL, file BLOB NOT NULL,
        UNIQUE (provider, method, parameters)
      );
      CREATE INDEX reply_subject ON reply (subject, method);
      CREATE INDEX reply_fetched ON reply (length(file) > 0, fetched);
      CREATE TABLE word (word TEXT PRIMARY KEY, reversed TEXT NOT NULL) WITHOUT ROWID;
      CREATE INDEX word_reversed ON word (reversed);
      CREATE TABLE retained (
        id INTEGER NOT NULL, reason INTEGER NOT NULL, PRIMARY KEY (id, reason)
      ) WITHOUT ROWID;
      CREATE TABLE search (
        method TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, total INTEGER NOT NULL,
        PRIMARY KEY (method, text)
      ) WITHOUT ROWID;
      """
    )
    // The rows of a beginning that is indexed are read one after another, those of any other only
    // after all of them were collected.
    for index in indexes {
      try database.run(
        """
        CREATE VIRTUAL TABLE \(index) USING fts5(
          words, content='', columnsize=0, detail=none, prefix='1 2 3 4', tokenize='ascii'
        )
        """
      )
    }
    for kind in kinds {
      try database.run(
        "CREATE VIRTUAL TABLE \(vocabulary(kind)) USING fts5vocab(\(Index.all.table(kind)), 'row')"
      )
    }
    try database.run("PRAGMA user_version = \(version)")
  }

  /// The kinds whose records are found by their words.
  static let kinds = 0..<3
  private static let indexes = Index.allCases.flatMap { index in kinds.map(index.table) }

  /// The table of the words of a kind.
  static func vocabulary(_ kind: Int) -> String { "vocabulary\(kind)" }

  /// An index of words.
  enum Index: String, CaseIterable {
    case all = "words"
    /// Records that the user likes or opens.
    case preferred

    /// Its table for a kind.
    func table(_ kind: Int) -> String { "\(rawValue)\(kind)" }
  }

  /// Runs a statement, which is prepared only once: only a fixed set of texts may be used.
  func run(
    _ sql: String,
    _ values: [Statement.Value] = [],
    row: (Statement.Row) -> Void = { _ in }
  ) throws(DatabaseError) {
    try statements.statement(sql).run(values, row: row)
  }

  /// The first column of all rows of a statement, as numbers.
  func integers(
    _ sql: String,
    _ values: [Statement.Value] = []
  ) throws(DatabaseError) -> [Int] {
    var found: [Int] = []
    try run(sql, values) { found.append($0.integer(0)) }
    return found
  }

  /// The number of rows that the last statement changed.
  func changes() throws(DatabaseError) -> Int { try statements.integer("SELECT changes()") }

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
    try run(
      "INSERT INTO \(table) (\(columns)) VALUES (\(start)?, ?)",
      [.integer(row), .text(words)]
    )
  }

  /// Removes the words of all records.
  func clearIndexes() throws(DatabaseError) {
    for table in RecordTables.indexes {
      try database.run("INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
    }
    try database.run("DELETE FROM word")
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
    return try integers(
      "SELECT rowid FROM \(table) WHERE \(table) MATCH ? ORDER BY rowid DESC LIMIT ?",
      [.text(expression), .integer(max)]
    )
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
