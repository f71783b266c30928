internal import BusProtocol
internal import EntityResolution
package import HubCore
internal import MusicModel
package import SQLite

/// The records as a library.
extension RecordStore {
  /// Returns the records that a lookup is for, the best first.
  package func search(_ query: LibraryQuery, nowMs: Int) throws(DatabaseError) -> [LibraryRecord] {
    try tables.snapshot { () throws(DatabaseError) in try find(query, nowMs: nowMs) }
  }

  private func find(_ query: LibraryQuery, nowMs: Int) throws(DatabaseError) -> [LibraryRecord] {
    let kind = query.kind.recordNumber
    guard RecordTables.kinds.contains(kind) else { return [] }
    let rows =
      switch query.subject {
      case .text(let text, let others):
        try rows(matching: LibraryTerms(text, and: others), kind, max: query.maxRecords)
      case .ids(let ids): try self.rows(of: ids)
      case .list(let parents): try listed(for: parents, query)
      }
    var seen: Set<RecordName> = []
    var records: [LibraryRecord] = []
    for row in rows where records.count < query.maxRecords {
      guard let stored = try record(row), let entity = stored.entity, entity.kind == query.kind,
        let provider = ProviderID(rawValue: stored.provider)
      else { continue }
      // Two rows may be for different markets.
      guard seen.insert(RecordName(provider: provider, id: entity.id)).inserted,
        try !isExpired(stored, entity, nowMs)
      else { continue }
      records.append(
        LibraryRecord(
          SourceRecord(provider: provider, entity: entity, fetchedMs: stored.seenMs),
          openedCount: stored.openedCount
        )
      )
    }
    guard case .ids(let ids) = query.subject else { return records }
    return records.filter { !Set($0.record.entity.ids).isDisjoint(with: ids) }
  }

  /// The rows of all lists that sources sent for an entity.
  private func listed(
    for parents: [EntityID],
    _ query: LibraryQuery
  ) throws(DatabaseError) -> [Int] {
    var rows: [Int] = []
    for parent in parents {
      try tables.run(
        "SELECT contents FROM reply WHERE subject = ? AND method = ? ORDER BY row",
        [.integer(parent.recordKey), .text(query.method.rawValue)]
      ) { columns in
        let contents = try? JSONCodec.decode(ReplyContents.self, from: columns.bytes(0))
        rows += contents?.items.map(\.row) ?? []
      }
    }
    return rows
  }

  /// The rows with these words; few of them are extended by rows with similar words.
  private func rows(
    matching terms: LibraryTerms,
    _ kind: Int,
    max: Int
  ) throws(DatabaseError) -> [Int] {
    var rows: [Int] = []
    var seen: Set<Int> = []
    for expression in terms.expressions where rows.count < max {
      let found = try self.rows(matching: expression, kind, max: max)
      rows += found.filter { seen.insert($0).inserted }
    }
    guard rows.count < limits.minHits else { return rows }
    let correctable = terms.terms.filter(\.isCorrectable).map(\.word)
    var unknown: [String] = []
    for word in correctable where try !isWord(word, kind) { unknown.append(word) }
    rows += try self.rows(matching: terms, correcting: unknown, kind, max: max - rows.count)
      .filter { seen.insert($0).inserted }
    // A typo may make another word of one. To look for that takes long with many words.
    if rows.isEmpty, unknown.count < correctable.count {
      rows += try self.rows(matching: terms, correcting: correctable, kind, max: max)
    }
    return rows
  }

  /// The rows with similar words in place of some, which may have a typo.
  private func rows(
    matching terms: LibraryTerms,
    correcting words: [String],
    _ kind: Int,
    max: Int
  ) throws(DatabaseError) -> [Int] {
    var replacements: [String: [String]] = [:]
    for word in terms.terms.filter(\.isCorrectable).map(\.word) {
      let similar = words.contains(word) ? try self.words(like: word) : []
      let isKnown = try isWord(word, kind)
      if isKnown || !similar.isEmpty { replacements[word] = [word] + similar }
    }
    guard let expression = terms.expression(replacing: replacements) else { return [] }
    return try rows(matching: expression, kind, max: max)
  }

  private func rows(
    matching expression: LibraryTerms.Expression,
    _ kind: Int,
    max: Int
  ) throws(DatabaseError) -> [Int] {
    let index = expression.isOfPreferred ? RecordTables.Index.preferred : .all
    return try tables.rows(matching: expression.text, kind, in: index, max: max)
  }

  /// Whether a record of a kind contains a word, or one that begins with it.
  private func isWord(_ word: String, _ kind: Int) throws(DatabaseError) -> Bool {
    let table = RecordTables.vocabulary(kind)
    let found = try tables.integers(
      "SELECT 1 FROM \(table) WHERE term >= ? AND term < ? LIMIT 1",
      RecordStore.range(of: word)
    )
    return !found.isEmpty
  }

  /// The known words that differ from one by a typo.
  private func words(like word: String) throws(DatabaseError) -> [String] {
    let (beginning, end) = LibraryTypos.anchors(of: word)
    let typos = LibraryTypos(of: word)
    var words: Set<String> = []
    func consider(_ row: Statement.Row) {
      let candidate = row.text(0)
      if words.count < limits.maxSimilarWords, typos.contain(candidate) {
        words.insert(candidate)
      }
    }
    let lengths = [word.unicodeScalars.count - 1, word.unicodeScalars.count + 1]
      .map(Statement.Value.integer)
    try tables.run(
      "SELECT word FROM word WHERE word >= ? AND word < ? AND length(word) >= ?",
      RecordStore.range(of: beginning) + lengths.prefix(1),
      row: consider
    )
    try tables.run(
      "SELECT word FROM word WHERE reversed >= ? AND reversed < ? AND length(word) BETWEEN ? AND ?",
      RecordStore.range(of: String(end.reversed())) + lengths,
      row: consider
    )
    return words.sorted()
  }

  /// The range of the words that begin with a text.
  private static func range(of beginning: String) -> [Statement.Value] {
    [.text(beginning), .text(beginning + "\u{10FFFF}")]
  }
}

/// What a provider calls a record.
private struct RecordName: Hashable {
  let provider: ProviderID
  let id: EntityID
}
