/// The prepared statements of a database, each prepared when it is first used.
///
/// Only a fixed set of statements may be used with it, because none is ever removed.
package final class StatementCache {
  private let database: Database
  private var statements: [String: Statement] = [:]

  package init(of database: Database) { self.database = database }

  package func statement(_ sql: String) throws(DatabaseError) -> Statement {
    if let known = statements[sql] { return known }
    let new = try database.prepare(sql)
    statements[sql] = new
    return new
  }

  /// The number that a statement returns.
  package func integer(_ sql: String) throws(DatabaseError) -> Int {
    try statement(sql).integer()
  }

  /// The number of pages of the file.
  package func pageCount() throws(DatabaseError) -> Int { try integer("PRAGMA page_count") }

  /// The number of pages of the file that are not free.
  package func usedPages() throws(DatabaseError) -> Int {
    try pageCount() - integer("PRAGMA freelist_count")
  }
}
