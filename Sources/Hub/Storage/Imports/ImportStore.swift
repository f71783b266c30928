internal import BusProtocol
package import HubCore
internal import MusicModel
package import SQLite

/// The imports, on disk: a row for each of them, and one for each of their rows, with what it means.
///
/// It is data of the user: what was found once is not looked up again, and a question is asked once.
package final class ImportStore {
  /// Incremented when the tables change.
  private static let version = 1
  /// Rows of more bytes are not read at a time, but at least one: they have to fit into a message.
  private static let maxReadBytes = 400_000

  private let database: Database
  private let maxImports: Int

  /// Opens the file, or creates it; without a path, one in memory.
  ///
  /// - Throws: ``DatabaseError/isNewer`` for a file of a later version, which stays as it is.
  package init(
    at path: String?,
    maxImports: Int = ImportLimits.maxImports
  ) throws(DatabaseError) {
    database = if let path { try Database(at: path) } else { try Database() }
    self.maxImports = maxImports
    let found = try database.version(upTo: ImportStore.version)
    try database.run(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304"
    )
    if found == 0 {
      try database.transaction { () throws(DatabaseError) in
        try database.run(
          """
          CREATE TABLE imports (
            number INTEGER PRIMARY KEY, started INTEGER NOT NULL DEFAULT 0, batch TEXT NOT NULL UNIQUE,
            file BLOB NOT NULL DEFAULT x'',
            market BLOB NOT NULL DEFAULT x'', state TEXT NOT NULL DEFAULT 'stopped',
            problem TEXT NOT NULL DEFAULT '', results BLOB NOT NULL DEFAULT x''
          );
          CREATE TABLE rows (
            import INTEGER NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
            contents BLOB NOT NULL, meaning BLOB NOT NULL DEFAULT x'', added INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (import, number)
          ) WITHOUT ROWID;
          CREATE INDEX rows_by_state ON rows (import, state, number, kind);
          PRAGMA user_version = \(ImportStore.version);
          """
        )
      }
    }
  }

  /// Removes the rows of files that did not arrive as a whole, which their clients send again.
  package func removeIncomplete() throws(DatabaseError) { try remove("length(file) = 0") }

  /// Carries out an action; the result is durable.
  package func perform(_ action: ImportAction) throws -> ImportStoreReply {
    switch action {
    case .add(let rows, let batch): try add(rows, to: batch)
    case .start(let batch, let file, let market): try start(batch, file, market)
    case .end(let batch, let state, let problem): try end(batch, state, problem)
    case .read(let batch, let state, let after, let limit):
      try read(batch, state, after: after, limit: limit)
    case .note(let meanings, let results, let batch): try note(meanings, results, of: batch)
    case .list(let batch?): try imports("batch = ? AND length(file) > 0", [.text(batch)]).orUnknown
    case .list(nil): .imports(try imports("length(file) > 0"))
    case .page(let state, let batch, let offset, let limit):
      try page(state, of: batch, offset: offset, limit: limit)
    case .find(let number, let batch):
      .rows(
        try rows("batch = ? AND rows.number = ?", [.text(batch), .integer(number)]),
        open: [:]
      )
    }
  }

  /// The imports that had been begun and have not ended, in that order.
  package func begun() throws -> [StoredImport] {
    try imports("state = ?", [.text(ImportReport.State.running.rawValue)])
  }
}

/// Imports.
extension ImportStore {
  private func number(of batch: String) throws(DatabaseError) -> Int? {
    var number: Int?
    try database.prepare("SELECT number FROM imports WHERE batch = ?").run([.text(batch)]) { row in
      number = row.integer(0)
    }
    return number
  }

  private func remove(_ condition: String, _ values: [Statement.Value] = []) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      try database.prepare(
        "DELETE FROM rows WHERE import IN (SELECT number FROM imports WHERE \(condition))"
      ).run(values)
      try database.prepare("DELETE FROM imports WHERE \(condition)").run(values)
    }
  }

  private func begin(_ batch: String) throws(DatabaseError) -> Int {
    if let known = try number(of: batch) { return known }
    try database.prepare("INSERT INTO imports (batch) VALUES (?)")
      .run([.text(batch)])
    return database.lastInsertedRow
  }

  private func start(
    _ batch: String,
    _ file: ImportedFileInfo?,
    _ market: ImportMarket
  ) throws -> ImportStoreReply {
    let known = try imports("batch = ? AND length(file) > 0", [.text(batch)]).first
    if let file {
      // The rows must have arrived, all of them; others are those of an attempt that was interrupted.
      let arrived = try imports("batch = ?", [.text(batch)]).first
      let count = arrived?.counts.values.reduce(0, +) ?? 0
      guard file.added.map({ $0 <= count }) ?? true else { return .unknown }
    } else if known == nil {
      return .unknown
    }
    let (file, market) = (try file.map { try JSONCodec.encode($0) }, try JSONCodec.encode(market))
    try database.transaction { () throws(DatabaseError) in
      let number = try begin(batch)
      try database.prepare(
        """
        UPDATE imports SET file = CASE WHEN length(?1) > 0 THEN ?1 ELSE file END, market = ?2,
        state = 'running', problem = '', results = x'',
        started = (SELECT max(started) + 1 FROM imports) WHERE number = ?3
        """
      ).run([.bytes(file ?? []), .bytes(market), .integer(number)])
      // What is known becomes favourites again.
      try database.prepare("UPDATE rows SET added = 0 WHERE import = ? AND state = 'found'")
        .run([.integer(number)])
    }
    // Without room for that, there are more for a while.
    try? removeOldest()
    return .imports(try imports("batch = ?", [.text(batch)]))
  }

  private func removeOldest() throws(DatabaseError) {
    try remove(
      """
      state != 'running' AND length(file) > 0
      AND number NOT IN (SELECT number FROM imports ORDER BY started DESC LIMIT ?)
      """,
      [.integer(maxImports)]
    )
  }

  private func end(
    _ batch: String,
    _ state: ImportReport.State,
    _ problem: String?
  ) throws -> ImportStoreReply {
    try database.prepare(
      "UPDATE imports SET state = ?, problem = ? WHERE batch = ? AND state = 'running'"
    )
    .run([.text(state.rawValue), .text(problem ?? ""), .text(batch)])
    return try imports("batch = ? AND length(file) > 0", [.text(batch)]).orUnknown
  }

  private func note(
    _ meanings: [Int: ImportMeaning],
    _ results: [String: Int],
    of batch: String
  ) throws -> ImportStoreReply {
    guard let number = try number(of: batch) else { return .unknown }
    let encoded = try meanings.map { ($0.key, $0.value.state, try $0.value.contents) }
    var sum = try self.results(of: number)
    for (outcome, count) in results { sum[outcome, default: 0] += count }
    let counts = try JSONCodec.encode(sum)
    try database.transaction { () throws(DatabaseError) in
      let update = try database.prepare(
        "UPDATE rows SET state = ?, meaning = ?, added = 1 WHERE import = ? AND number = ?"
      )
      for (row, state, contents) in encoded {
        try update.run([
          .text(state.rawValue), contents.map { .bytes($0) } ?? .bytes([]), .integer(number),
          .integer(row),
        ])
      }
      try database.prepare("UPDATE imports SET results = ? WHERE number = ?")
        .run([.bytes(counts), .integer(number)])
    }
    return .done
  }

  private func results(of number: Int) throws -> [String: Int] {
    var bytes: [UInt8] = []
    try database.prepare("SELECT results FROM imports WHERE number = ?").run([.integer(number)]) {
      bytes = $0.bytes(0)
    }
    return bytes.isEmpty ? [:] : try JSONCodec.decode(from: bytes)
  }

  private func imports(
    _ condition: String,
    _ values: [Statement.Value] = []
  ) throws -> [StoredImport] {
    var found: [(number: Int, stored: StoredImport)] = []
    var problem: (any Error)?
    let sql = """
      SELECT number, batch, file, market, state, problem, results FROM imports WHERE \(condition)
      ORDER BY started
      """
    try database.prepare(sql).run(values) { row in
      do {
        found.append((row.integer(0), try StoredImport(row)))
      } catch let error {
        problem = error
      }
    }
    if let problem { throw problem }
    for index in found.indices {
      try database.prepare("SELECT state, count(*) FROM rows WHERE import = ? GROUP BY state")
        .run([.integer(found[index].number)]) { row in
          if let state = ImportRowState(rawValue: row.text(0)) {
            found[index].stored.counts[state] = row.integer(1)
          }
        }
    }
    return found.map(\.stored)
  }
}

/// Rows.
extension ImportStore {
  private func add(_ rows: [ImportRow], to batch: String) throws -> ImportStoreReply {
    let encoded = try rows.map { ($0, try JSONCodec.encode($0)) }
    try database.transaction { () throws(DatabaseError) in
      let number = try begin(batch)
      let insert = try database.prepare(
        "INSERT OR IGNORE INTO rows (import, number, kind, state, contents) VALUES (?, ?, ?, ?, ?)"
      )
      for (row, bytes) in encoded {
        // Its ids say which entity it is.
        let state: ImportRowState = row.isIdentified ? .found : .open
        try insert.run([
          .integer(number), .integer(row.number), .text(row.entity?.kind.rawValue ?? ""),
          .text(state.rawValue), .bytes(bytes),
        ])
      }
    }
    return .done
  }

  private func read(
    _ batch: String,
    _ state: ImportRowState,
    after: Int,
    limit: Int
  ) throws -> ImportStoreReply {
    guard let number = try number(of: batch) else { return .unknown }
    let found = try rows(
      "rows.state = ? AND added = 0 AND rows.import = ? AND rows.number > ? ORDER BY rows.number LIMIT ?",
      [.text(state.rawValue), .integer(number), .integer(after), .integer(limit)]
    )
    var open: [EntityKind?: Int] = [:]
    if after == 0 {
      let sql = "SELECT kind, count(*) FROM rows WHERE state = 'open' AND import = ? GROUP BY kind"
      try database.prepare(sql).run([.integer(number)]) { row in
        open[EntityKind(rawValue: row.text(0)), default: 0] += row.integer(1)
      }
    }
    return .rows(found, open: open)
  }

  private func page(
    _ state: ImportRowState,
    of batch: String?,
    offset: Int,
    limit: Int
  ) throws -> ImportStoreReply {
    if let batch, try imports("batch = ? AND length(file) > 0", [.text(batch)]).isEmpty {
      return .unknown
    }
    let condition = "rows.state = ? AND (? = '' OR batch = ?) AND length(file) > 0"
    let values: [Statement.Value] = [
      .text(state.rawValue), .text(batch ?? ""), .text(batch ?? ""),
    ]
    // Those of the last import first.
    let found = try rows(
      "\(condition) ORDER BY imports.started DESC, rows.number LIMIT ? OFFSET ?",
      values + [.integer(limit), .integer(offset)]
    )
    var total = 0
    let sql = "SELECT count(*) FROM rows JOIN imports ON imports.number = import WHERE \(condition)"
    try database.prepare(sql).run(values) { row in total = row.integer(0) }
    return .page(found, total: total)
  }

  private func rows(
    _ condition: String,
    _ values: [Statement.Value]
  ) throws -> [StoredImportRow] {
    var found: [StoredImportRow] = []
    var (bytes, problem): (Int, (any Error)?) = (0, nil)
    let sql = """
      SELECT batch, file, rows.state, contents, meaning FROM rows
      JOIN imports ON imports.number = import WHERE \(condition)
      """
    try database.prepare(sql).run(values) { row in
      bytes += row.bytes(3).count + row.bytes(4).count
      guard bytes <= ImportStore.maxReadBytes || found.isEmpty else { return }
      do {
        found.append(try StoredImportRow(row))
      } catch let error {
        problem = error
      }
    }
    if let problem { throw problem }
    return found
  }
}

extension StoredImport {
  /// From the columns of ``ImportStore``.
  fileprivate init(_ row: Statement.Row) throws {
    // A file that has not arrived as a whole is not known yet.
    let file =
      row.bytes(2).isEmpty
      ? ImportedFileInfo(name: "", format: "", rows: 0)
      : try JSONCodec.decode(ImportedFileInfo.self, from: row.bytes(2))
    let market =
      row.bytes(3).isEmpty ? ImportMarket() : try JSONCodec.decode(from: row.bytes(3))
    self.init(row.text(1), file, market, ImportReport.State(rawValue: row.text(4)) ?? .stopped)
    let problem = row.text(5)
    self.problem = problem.isEmpty ? nil : problem
    results = row.bytes(6).isEmpty ? [:] : try JSONCodec.decode(from: row.bytes(6))
  }
}

extension StoredImportRow {
  fileprivate init(_ columns: Statement.Row) throws {
    let file = try? JSONCodec.decode(ImportedFileInfo.self, from: columns.bytes(1))
    let row: ImportRow = try JSONCodec.decode(from: columns.bytes(3))
    let meaning = columns.bytes(4)
    let known: ImportMeaning =
      switch ImportRowState(rawValue: columns.text(2)) {
      case .found where meaning.isEmpty: row.entity.map { .found($0) } ?? .open
      case .found: .found(try JSONCodec.decode(Entity.self, from: meaning))
      case .notFound: .notFound
      case .doubtful: .doubtful(try JSONCodec.decode(from: meaning))
      case .open, nil: .open
      }
    self.init(row, of: columns.text(0), file: file?.name ?? "", known)
  }
}

extension ImportMeaning {
  /// As stored; `nil` without any.
  fileprivate var contents: [UInt8]? {
    get throws {
      switch self {
      case .open, .notFound: nil
      case .found(let entity): try JSONCodec.encode(entity)
      case .doubtful(let choices): try JSONCodec.encode(choices)
      }
    }
  }
}

extension [StoredImport] {
  fileprivate var orUnknown: ImportStoreReply { isEmpty ? .unknown : .imports(self) }
}
