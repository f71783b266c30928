/// The provider cache as the library reads it, beside the store that changes it.
final class ReplyReader {
  private let database: Database
  private let findStatement: Statement

  /// Returns `nil` if the file does not exist.
  init?(at path: String) throws(DatabaseError) {
    guard Database.bytesOnDisk(at: path) > 0 else { return nil }
    database = try Database(reading: path)
    findStatement = try database.prepare(ReplyTables.find)
  }

  /// The keys of all replies without a file such as a cover, the oldest first.
  func keys() throws(DatabaseError) -> [ReplyKey] {
    var keys: [ReplyKey] = []
    try database.prepare(
      "SELECT provider, method, parameters FROM reply"
        + " WHERE method NOT IN ('artwork.get', 'preview.get') ORDER BY fetched"
    ).run([]) { row in
      keys.append(ReplyKey(provider: row.text(0), method: row.text(1), parameters: row.bytes(2)))
    }
    return keys
  }

  func find(_ key: ReplyKey) throws(DatabaseError) -> StoredReply? {
    var found: StoredReply?
    try findStatement.run(key.values) { found = StoredReply($0) }
    return found
  }
}
