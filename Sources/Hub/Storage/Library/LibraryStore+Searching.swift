package import HubCore
internal import MusicModel

extension LibraryStore {
  /// Returns the records that a lookup is for, the best first.
  package func search(_ query: LibraryQuery, nowMs: Int) throws(DatabaseError) -> [LibraryRecord] {
    try tables.snapshot { () throws(DatabaseError) in try find(query, nowMs: nowMs) }
  }

  private func find(_ query: LibraryQuery, nowMs: Int) throws(DatabaseError) -> [LibraryRecord] {
    guard let kind = query.kind.libraryNumber else { return [] }
    let rows =
      switch query.subject {
      case .text(let text, let others):
        try rows(matching: LibraryTerms(text, and: others), kind, max: query.maxRecords)
      case .ids(let ids): try self.rows(of: ids)
      case .list(let parents): try children(of: parents, query)
      }
    var seen: Set<Int> = []
    var records: [LibraryRecord] = []
    for row in rows where records.count < query.maxRecords && seen.insert(row).inserted {
      guard let found = try record(row), found.entity.kind == query.kind,
        let provider = ProviderID(rawValue: found.stored.provider)
      else { continue }
      guard try !isExpired(found, nowMs) else { continue }
      records.append(
        LibraryRecord(
          provider: provider,
          entity: found.entity,
          seenMs: found.stored.seenMs,
          openedCount: found.stored.openedCount
        )
      )
    }
    guard case .ids(let ids) = query.subject else { return records }
    return records.filter { !Set($0.entity.ids).isDisjoint(with: ids) }
  }

  private func children(
    of parents: [EntityID],
    _ query: LibraryQuery
  ) throws(DatabaseError) -> [Int] {
    var rows: [Int] = []
    let list = LibraryStore.list(query.method)
    for parent in parents {
      try tables.run(
        .children,
        [.integer(parent.libraryKey), .integer(list), .integer(query.maxRecords)]
      ) { rows.append($0.integer(0)) }
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
    for word in correctable where try !isWord(word) { unknown.append(word) }
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
      let isKnown = try isWord(word)
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
    let index = expression.isOfPreferred ? LibraryTables.Index.preferred : .all
    return try tables.rows(matching: expression.text, kind, in: index, max: max)
  }

  private func isWord(_ word: String) throws(DatabaseError) -> Bool {
    var isWord = false
    try tables.run(.isWord, LibraryStore.range(of: word)) { _ in isWord = true }
    return isWord
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
    let beginnings = LibraryStore.range(of: beginning) + lengths.prefix(1)
    try tables.run(.similarByBeginning, beginnings, row: consider)
    let ends = LibraryStore.range(of: String(end.reversed())) + lengths
    try tables.run(.similarByEnd, ends, row: consider)
    return words.sorted()
  }

  /// The range of the words that begin with a text.
  private static func range(of beginning: String) -> [Statement.Value] {
    [.text(beginning), .text(beginning + "\u{10FFFF}")]
  }
}
