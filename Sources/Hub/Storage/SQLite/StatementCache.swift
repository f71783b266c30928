/// The prepared statements of a database, each prepared when it is first used.
///
/// Only a fixed set of statements may be used with it, because none is ever removed.
final class StatementCache {
  private let database: Database
  private var statements: [String: Statement] = [:]

  init(of database: Database) { self.database = database }

  func statement(_ sql: String) throws(DatabaseError) -> Statement {
    if let known = statements[sql] { return known }
    let new = try database.prepare(sql)
    statements[sql] = new
    return new
  }

  /// The number that a statement returns.
  func integer(_ sql: String) throws(DatabaseError) -> Int {
    try statement(sql).integer()
  }

  /// The number of pages of the file.
  func pageCount() throws(DatabaseError) -> Int { try integer("PRAGMA page_count") }

  /// The number of pages of the file that are not free.
  func usedPages() throws(DatabaseError) -> Int {
    try pageCount() - integer("PRAGMA freelist_count")
  }
}
