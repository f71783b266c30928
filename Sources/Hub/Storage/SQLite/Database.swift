internal import CSQLite

/// One open SQLite file. It belongs to one thread.
final class Database {
  private let pointer: OpaquePointer

  init(at path: String) throws(DatabaseError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw DatabaseError(code: code, message: message, action: "open \(path)")
    }
    pointer = opened
    // Another program looking into the file holds nothing up for long.
    sqlite3_busy_timeout(pointer, 100)
  }

  deinit {
    sqlite3_close_v2(pointer)
  }

  /// Carries out statements that give no rows.
  func run(_ sql: String) throws(DatabaseError) {
    guard sqlite3_exec(pointer, sql, nil, nil, nil) == SQLITE_OK else { throw error(sql) }
  }

  func prepare(_ sql: String) throws(DatabaseError) -> Statement {
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
      message: String(cString: sqlite3_errmsg(pointer)),
      action: String(sql.prefix(60))
    )
  }
}
