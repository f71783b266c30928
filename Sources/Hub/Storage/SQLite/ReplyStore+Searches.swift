/// The recent searches; bounded, the oldest are removed.
extension ReplyStore {
  /// The time in which a text is typed.
  private static let typingMs = 15_000

  package struct Search: Hashable, Sendable {
    package var method: String
    package var text: String
    /// In milliseconds since 1970.
    package var atMs: Int
    package var total: Int

    package init(method: String, text: String, atMs: Int, total: Int) {
      self.method = method
      self.text = text
      self.atMs = atMs
      self.total = total
    }
  }

  /// Stores a search, in place of those that were made while its text was typed.
  package func note(_ search: Search) throws(DatabaseError) {
    try tables.database.prepare(
      """
      DELETE FROM search WHERE method = ? AND at > ?
        AND (substr(?, 1, length(text)) = text OR substr(text, 1, length(?)) = ?)
      """
    ).run([
      .text(search.method), .integer(search.atMs - ReplyStore.typingMs), .text(search.text),
      .text(search.text), .text(search.text),
    ])
    try tables.database.prepare("INSERT OR REPLACE INTO search VALUES (?, ?, ?, ?)").run([
      .text(search.method), .text(search.text), .integer(search.atMs), .integer(search.total),
    ])
    try tables.database.prepare(
      "DELETE FROM search WHERE at < (SELECT at FROM search ORDER BY at DESC LIMIT 1 OFFSET ?)"
    ).run([.integer(limits.maxSearches - 1)])
  }

  /// The last ones, the newest first.
  package func searches(atMost count: Int) throws(DatabaseError) -> [Search] {
    var all: [Search] = []
    try tables.database.prepare(
      "SELECT method, text, at, total FROM search ORDER BY at DESC, text LIMIT ?"
    ).run([.integer(count)]) { row in
      all.append(
        Search(
          method: row.text(0),
          text: row.text(1),
          atMs: row.integer(2),
          total: row.integer(3)
        )
      )
    }
    return all
  }
}
