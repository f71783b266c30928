package import SQLite

/// What the hub knows, on disk: rows by kind and name, with contents that only the hub interprets.
///
/// It is data, not a cache; but a corrupt file is moved aside and a new one created, because the hub can
/// do without it: it counts requests from zero, and learns almost all else again.
package final class StateStore {
  /// Incremented when the table changes.
  private static let version = 2

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
  private let database: Database
  private let saveStatement: Statement
  private let removeStatement: Statement
  /// The numbers of all rows. The table has no index of names, so that rows saved together are beside
  /// each other on the disk: names are in no order, and each would change a page of its own.
  /// `nil` before they are needed: reading them takes longer than what calls wait for.
  private var numbers: [Name: Int]?
  private var lastNumber = 0

  private struct Name: Hashable {
    let kind: String
    let name: String
  }

  /// Opens the file, or creates it.
  ///
  /// - Throws: ``DatabaseError/isNewer`` for a file of a later version, which stays as it is.
  package init(at path: String) throws(DatabaseError) {
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
      "INSERT INTO state (number, kind, name, contents) VALUES (?, ?, ?, ?)"
    )
    removeStatement = try database.prepare("DELETE FROM state WHERE number = ?")
  }

  private func readNumbers() throws(DatabaseError) -> [Name: Int] {
    var read: [Name: Int] = [:]
    try database.prepare("SELECT number, kind, name FROM state ORDER BY number").run([]) { row in
      lastNumber = row.integer(0)
      read[Name(kind: row.text(1), name: row.text(2))] = lastNumber
    }
    return read
  }

  private static func open(_ path: String) throws(DatabaseError) -> Database {
    let database = try Database(at: path)
    let found = try database.version(upTo: version)
    try database.run(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4194304"
    )
    guard found != version else { return database }
    let old = found == 1 ? "INSERT INTO state SELECT number, kind, name, contents FROM former;" : ""
    try database.transaction { () throws(DatabaseError) in
      try database.run(
        """
        DROP INDEX IF EXISTS state_number;
        \(found == 1 ? "ALTER TABLE state RENAME TO former" : "DROP TABLE IF EXISTS state");
        CREATE TABLE state (
          number INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, contents BLOB NOT NULL
        );
        \(old)
        DROP TABLE IF EXISTS former;
        PRAGMA user_version = \(version);
        """
      )
    }
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
    if numbers == nil { numbers = try readNumbers() }
    // Applied when the transaction has succeeded; `nil` for a row that was removed.
    var changed: [Name: Int?] = [:]
    var last = lastNumber
    try database.transaction { () throws(DatabaseError) in
      for row in rows {
        let name = Name(kind: row.kind, name: row.name)
        if let old = changed[name] ?? numbers?[name] { try removeStatement.run([.integer(old)]) }
        guard let contents = row.contents else {
          changed[name] = .some(nil)
          continue
        }
        last += 1
        try saveStatement.run([.integer(last), .text(row.kind), .text(row.name), .bytes(contents)])
        changed[name] = last
      }
    }
    lastNumber = last
    for (name, number) in changed { numbers?[name] = number }
  }
}
