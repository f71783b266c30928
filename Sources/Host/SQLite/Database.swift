internal import CSQLite
internal import Glibc

/// SQLite: databases, and their prepared statements.
///
/// One open file. It belongs to one thread; other processes cannot open it meanwhile.
package final class Database {
  private let pointer: OpaquePointer

  /// Opens a file for changes, or creates it.
  package convenience init(at path: String) throws(DatabaseError) {
    try Database.makePrivate(path)
    try self.init(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
  }

  /// Opens a file that another connection changes.
  package convenience init(reading path: String) throws(DatabaseError) {
    // The log of the file can only be read with the right to write.
    try self.init(path, SQLITE_OPEN_READWRITE)
    try run("PRAGMA query_only = 1")
  }

  /// Creates a database in memory.
  package convenience init() throws(DatabaseError) {
    try self.init(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
  }

  private init(_ path: String, _ mode: Int32) throws(DatabaseError) {
    var opened: OpaquePointer?
    let flags = mode | SQLITE_OPEN_NOMUTEX
    // Only this process opens the file, so the index of its log is in memory: a full disk would end the
    // process at the first page of a mapped one (SIGBUS) that has no block yet.
    let code = sqlite3_open_v2(path, &opened, flags, "unix-excl")
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw DatabaseError(code: code, details: "open: \(message)")
    }
    pointer = opened
    // Another program that looks into the file before it is opened holds nothing up for long.
    sqlite3_busy_timeout(pointer, 100)
  }

  /// Gives the file, its log and the index of the log the mode 0600.
  private static func makePrivate(_ path: String) throws(DatabaseError) {
    for path in [path, "\(path)-wal", "\(path)-shm"] {
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw DatabaseError(code: SQLITE_CANTOPEN, details: "\(path) is not a regular file")
      }
      if status.st_mode & 0o077 != 0 { chmod(path, 0o600) }
    }
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      let code = errno == ENOSPC ? SQLITE_FULL : SQLITE_CANTOPEN
      throw DatabaseError(code: code, details: "create \(path)")
    }
    close(file)
  }

  /// The size of the file, its log and the index of the log on disk.
  package static func bytesOnDisk(at path: String) -> Int {
    bytesOnDisk(of: [path, "\(path)-wal", "\(path)-shm"])
  }

  private static func bytesOnDisk(of paths: [String]) -> Int {
    paths.reduce(0) { sum, path in
      var status = stat()
      return sum + (lstat(path, &status) == 0 ? Int(status.st_size) : 0)
    }
  }

  package static func bytesOfLog(at path: String) -> Int {
    bytesOnDisk(of: ["\(path)-wal"])
  }

  /// The number that a statement such as a pragma returns.
  package func integer(_ sql: String) throws(DatabaseError) -> Int {
    try prepare(sql).integer()
  }

  /// The version of the tables, by `PRAGMA user_version`; 0 if the file is new.
  ///
  /// - Throws: ``DatabaseError/isNewer`` if it is higher than `known`, which must not be changed then.
  package func version(upTo known: Int) throws(DatabaseError) -> Int {
    let version = try integer("PRAGMA user_version")
    guard version <= known else {
      throw DatabaseError(code: DatabaseError.newer, details: "version \(version)")
    }
    return version
  }

  /// The number of the row that was inserted last.
  package var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(pointer)) }

  deinit {
    sqlite3_close_v2(pointer)
  }

  /// Carries out statements that give no rows.
  package func run(_ sql: String) throws(DatabaseError) {
    guard sqlite3_exec(pointer, sql, nil, nil, nil) == SQLITE_OK else { throw error(sql) }
  }

  /// Runs changes, all of them or none.
  package func transaction(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    try run("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      try body()
      try run("COMMIT")
    } catch {
      // If this fails too, the transaction has ended already.
      try? run("ROLLBACK")
      throw error
    }
  }

  package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      pointer,
      sql,
      -1,
      UInt32(SQLITE_PREPARE_PERSISTENT),
      &statement,
      nil
    )
    guard code == SQLITE_OK, let statement else { throw error(sql) }
    return Statement(statement, of: self, sql)
  }

  func error(_ sql: String) -> DatabaseError {
    DatabaseError(
      code: sqlite3_extended_errcode(pointer),
      details: "\(sql.prefix(60)): \(String(cString: sqlite3_errmsg(pointer)))"
    )
  }
}

/// Moves a corrupt file aside and returns its new path.
package func moveDatabaseAside(_ path: String) throws(DatabaseError) -> String {
  let aside = "\(path).damaged"
  for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
  guard rename(path, aside) == 0 else {
    throw DatabaseError(code: 14, details: "move \(path) aside")
  }
  return aside
}
