internal import CSQLite

/// A prepared statement, used again and again.
package final class Statement {
  /// A value that is bound to a statement.
  package enum Value {
    case integer(Int)
    case bytes([UInt8])
    case text(String)
  }

  private let pointer: OpaquePointer
  private let database: Database
  private let sql: String

  init(_ pointer: OpaquePointer, of database: Database, _ sql: String) {
    self.pointer = pointer
    self.database = database
    self.sql = sql
  }

  deinit {
    sqlite3_finalize(pointer)
  }

  /// Runs it with these values, and gives each row to `row`.
  package func run(_ values: [Value], row: (Row) -> Void = { _ in }) throws(DatabaseError) {
    defer {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }
    for (index, value) in values.enumerated() {
      guard bind(value, at: Int32(index + 1)) == SQLITE_OK else { throw database.error(sql) }
    }
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: row(Row(pointer: pointer))
      case SQLITE_DONE: return
      default: throw database.error(sql)
      }
    }
  }

  /// The number that it returns, such as that of a pragma.
  package func integer() throws(DatabaseError) -> Int {
    var result = 0
    try run([]) { result = $0.integer(0) }
    return result
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .integer(let integer): sqlite3_bind_int64(pointer, index, Int64(integer))
    case .text(let text):
      // With its length: a text may contain U+0000.
      sqlite3_bind_text(pointer, index, text, Int32(text.utf8.count), snapshots_copied)
    case .bytes(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(pointer, index, 0)
    case .bytes(let bytes):
      sqlite3_bind_blob64(pointer, index, bytes, UInt64(bytes.count), snapshots_copied)
    }
  }

  /// A row of a result; valid only within the callback.
  package struct Row {
    fileprivate let pointer: OpaquePointer

    package func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(pointer, column)) }

    package func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    package func bytes(_ column: Int32) -> [UInt8] {
      let count = Int(sqlite3_column_bytes(pointer, column))
      guard count > 0, let data = sqlite3_column_blob(pointer, column) else { return [] }
      return Array(UnsafeRawBufferPointer(start: data, count: count))
    }
  }
}
