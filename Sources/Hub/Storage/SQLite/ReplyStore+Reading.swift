/// All entries of the cache, for the library.
extension ReplyStore {
  /// Calls `body` for each entry without an attachment of significant size, the oldest first.
  func forEachReply(
    _ body: (_ provider: String, _ method: String, _ parameters: [UInt8], StoredReply) throws ->
      Void
  ) throws {
    var keys: [(ReplyKey, Int)] = []
    try tables.database.prepare(
      "SELECT provider, method, parameters, fetched FROM reply"
        + " WHERE method NOT IN ('artwork.get', 'preview.get') ORDER BY fetched"
    ).run([]) { row in
      let key = ReplyKey(provider: row.text(0), method: row.text(1), parameters: row.bytes(2))
      keys.append((key, row.integer(3)))
    }
    for (key, _) in keys {
      guard let (snapshot, _) = try tables.find(key) else { continue }
      try body(key.provider, key.method, key.parameters, snapshot)
    }
  }
}
