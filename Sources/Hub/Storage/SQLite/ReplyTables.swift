/// The SQL of the cache.
struct ReplyTables {
  /// Incremented when the tables change; a file of another version is created again.
  private static let version = 3

  let database: Database
  let statements: StatementCache
  private let findStatement: Statement
  private let saveStatement: Statement
  private let touchStatement: Statement

  init(at path: String) throws(DatabaseError) {
    database = try Database(at: path)
    statements = StatementCache(of: database)
    // A small page cache, because the hub itself caches frequent replies.
    try database.run(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -512"
    )
    try ReplyTables.prepare(database)
    findStatement = try database.prepare(ReplyTables.find)
    saveStatement = try database.prepare(
      "INSERT OR REPLACE INTO reply"
        + " (provider, method, parameters, contents, fetched, fresh, used, size, subject)"
        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    touchStatement = try database.prepare(
      "UPDATE reply SET used = ? WHERE provider = ? AND method = ? AND parameters = ?"
    )
  }

  /// The statement that finds a reply.
  static let find =
    "SELECT contents, fetched, fresh, used FROM reply"
    + " WHERE provider = ? AND method = ? AND parameters = ?"

  private static func prepare(_ database: Database) throws(DatabaseError) {
    guard try database.integer("PRAGMA user_version") != version else { return }
    try database.run(
      """
      DROP TABLE IF EXISTS answer;
      DROP TABLE IF EXISTS reply;
      DROP TABLE IF EXISTS pin;
      DROP TABLE IF EXISTS search;
      CREATE TABLE reply (
        provider TEXT NOT NULL, method TEXT NOT NULL, parameters BLOB NOT NULL,
        contents BLOB NOT NULL, fetched INTEGER NOT NULL, fresh INTEGER NOT NULL,
        used INTEGER NOT NULL, size INTEGER NOT NULL, subject TEXT NOT NULL,
        PRIMARY KEY (provider, method, parameters)
      ) WITHOUT ROWID;
      CREATE INDEX reply_used ON reply (used);
      CREATE TABLE pin (id TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE search (
        method TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, total INTEGER NOT NULL,
        PRIMARY KEY (method, text)
      ) WITHOUT ROWID;
      PRAGMA user_version = \(version);
      """
    )
  }

  func find(
    _ key: ReplyKey
  ) throws(DatabaseError) -> (snapshot: StoredReply, usedMs: Int)? {
    var found: (StoredReply, Int)?
    try findStatement.run(key.values) { row in found = (StoredReply(row), row.integer(3)) }
    return found
  }

  func save(_ snapshot: StoredReply, for key: ReplyKey, size: Int) throws(DatabaseError) {
    try saveStatement.run(
      key.values + [
        .bytes(snapshot.contents), .integer(snapshot.fetchedMs), .integer(snapshot.freshMs),
        .integer(snapshot.fetchedMs), .integer(size), .text(snapshot.subject ?? ""),
      ]
    )
  }

  func touch(_ key: ReplyKey, nowMs: Int) throws(DatabaseError) {
    try touchStatement.run([.integer(nowMs)] + key.values)
  }

  /// The hashes of the keys of entries. The index of the last use contains the keys, so no entry is
  /// read.
  func keyHashes(atMost count: Int) throws(DatabaseError) -> Set<Int> {
    var hashes: Set<Int> = []
    let sql = "SELECT provider, method, parameters FROM reply INDEXED BY reply_used LIMIT ?"
    try database.prepare(sql).run([.integer(count)]) { row in
      let key = ReplyKey(provider: row.text(0), method: row.text(1), parameters: row.bytes(2))
      hashes.insert(key.hashValue)
    }
    return hashes
  }

  /// The number of entries.
  func count() throws(DatabaseError) -> Int {
    try database.integer("SELECT COUNT(*) FROM reply")
  }

  func limit(to limits: ReplyStoreLimits) throws(DatabaseError) {
    try database.run(
      """
      PRAGMA max_page_count = \(limits.pagesOfDisk ?? limits.maxPages);
      PRAGMA wal_autocheckpoint = \(limits.logPages);
      PRAGMA journal_size_limit = \(limits.logPages * ReplyStoreLimits.pageBytes)
      """
    )
  }

  /// Writes the log to the file and empties it, unless another program is reading.
  func writeLog() throws(DatabaseError) {
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  func remove(fetchedBeforeMs limit: Int) throws(DatabaseError) {
    try database.prepare(
      "DELETE FROM reply WHERE fetched < ? AND \(ReplyTables.isLoose)"
    ).run([.integer(limit)])
  }

  /// Evicts the least recently used entries.
  ///
  /// - Returns: their number; 0 if all are pinned.
  func evict(atMost count: Int) throws(DatabaseError) -> Int {
    try database.prepare(
      """
      DELETE FROM reply WHERE (provider, method, parameters) IN (
        SELECT provider, method, parameters FROM reply WHERE \(ReplyTables.isLoose)
        ORDER BY used, provider, method, parameters LIMIT ?
      )
      """
    ).run([.integer(count)])
    return try database.integer("SELECT changes()")
  }

  func clear() throws(DatabaseError) {
    try database.run("DELETE FROM reply WHERE \(isLoose); DELETE FROM search; VACUUM")
  }

  /// The condition that an entry is not about a pinned id.
  private static let isLoose = "subject NOT IN (SELECT id FROM pin)"

  private var isLoose: String { ReplyTables.isLoose }
}

extension StoredReply {
  /// Reads the columns of ``ReplyTables/find``.
  init(_ row: Statement.Row) {
    self.init(contents: row.bytes(0), fetchedMs: row.integer(1), freshMs: row.integer(2))
  }
}

extension ReplyKey {
  var values: [Statement.Value] {
    [.text(provider), .text(method), .bytes(parameters)]
  }
}
