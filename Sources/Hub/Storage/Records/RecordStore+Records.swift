internal import BusProtocol
internal import EntityResolution
internal import HubCore
package import MusicModel
package import SQLite

/// Where a record comes from.
struct RecordOrigin {
  let provider: ProviderID
  /// The country and language for which the source sent it, such as `us/en`; empty if unknown.
  let market: String
  /// Whether the source was queried for this entity alone, and so sent all that it has. The user has
  /// opened it.
  let isComplete: Bool
}

/// A row of the table of records.
struct StoredRecord {
  let row: Int
  let provider: String
  let kind: Int
  let market: String
  /// The time at which the source last sent it, in milliseconds since 1970.
  let seenMs: Int
  let openedCount: Int
  /// Whether the index of preferred records contains it.
  let isPreferred: Bool
  /// The record as JSON.
  let contents: [UInt8]

  /// The record; `nil` if it cannot be read.
  var entity: Entity? { try? JSONCodec.decode(Entity.self, from: contents) }
}

extension EntityKind {
  /// The number of a kind in the file.
  var recordNumber: Int {
    switch self {
    case .artist: 0
    case .album: 1
    case .song: 2
    case .chart: 3
    }
  }
}

extension RecordStore {
  /// Returns a record, or `nil` if it was removed.
  func record(_ row: Int) throws(DatabaseError) -> StoredRecord? {
    var found: StoredRecord?
    try tables.run(
      "SELECT provider, kind, market, seen, opened, preferred, contents FROM record WHERE row = ?",
      [.integer(row)]
    ) { columns in
      found = StoredRecord(
        row: row,
        provider: columns.text(0),
        kind: columns.integer(1),
        market: columns.text(2),
        seenMs: columns.integer(3),
        openedCount: columns.integer(4),
        isPreferred: columns.integer(5) != 0,
        contents: columns.bytes(6)
      )
    }
    return found
  }

  /// The rows of all records with one of these ids.
  func rows(of ids: [EntityID]) throws(DatabaseError) -> [Int] {
    var rows: [Int] = []
    for id in ids {
      rows += try tables.integers("SELECT row FROM alias WHERE id = ?", [.integer(id.recordKey)])
    }
    return rows
  }

  /// A provider's newest record of an entity, in any market.
  package func record(
    of id: EntityID,
    by provider: ProviderID
  ) throws(DatabaseError) -> (entity: Entity, seenMs: Int)? {
    var newest: (entity: Entity, seenMs: Int)?
    for row in try rows(of: [id]) {
      guard let stored = try record(row), stored.provider == provider.rawValue,
        stored.seenMs > newest?.seenMs ?? .min, let entity = stored.entity, entity.id == id
      else { continue }
      newest = (entity, stored.seenMs)
    }
    return newest
  }

  /// Stores a record in place of an older version of it.
  ///
  /// Only a complete version removes members that the older one has.
  ///
  /// - Returns: Its row and size; `nil` if it cannot be stored.
  func add(
    _ record: Entity,
    seenMs: Int,
    from origin: RecordOrigin
  ) throws(DatabaseError) -> (row: Int, bytes: Int)? {
    let entity = record.ranked(nil)
    guard let json = try? JSONCodec.encode(entity) else { return nil }
    guard let (known, old) = try known(entity, json, origin) else {
      return (try insert(entity, json, seenMs, origin), json.count)
    }
    // A retained record of an earlier reply may be older than what is known.
    guard seenMs >= known.seenMs else { return (known.row, known.contents.count) }
    var (new, contents) = (entity, json)
    if known.contents != json, !origin.isComplete {
      new = entity.completed(by: old)
      contents = (try? JSONCodec.encode(new)) ?? json
    }
    try update(known, from: old, to: new, contents, seenMs, origin)
    return (known.row, contents.count)
  }

  /// An earlier version of a record, and its row.
  private func known(
    _ entity: Entity,
    _ json: [UInt8],
    _ origin: RecordOrigin
  ) throws(DatabaseError) -> (row: StoredRecord, entity: Entity)? {
    for row in try rows(of: [entity.id]) {
      // Records that came from files of versions before 0.3 have no market.
      guard let stored = try record(row), stored.provider == origin.provider.rawValue,
        stored.market == origin.market || stored.market.isEmpty
      else { continue }
      if stored.contents == json { return (stored, entity) }
      if let old = stored.entity, old.id == entity.id { return (stored, old) }
    }
    return nil
  }

  /// - Returns: The new row.
  private func insert(
    _ entity: Entity,
    _ contents: [UInt8],
    _ seenMs: Int,
    _ origin: RecordOrigin
  ) throws(DatabaseError) -> Int {
    let openedCount = origin.isComplete ? 1 : 0
    let isPreferred = try isPreferred(entity, openedCount)
    try tables.run(
      "INSERT INTO record (provider, kind, market, seen, opened, preferred, contents)"
        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .text(origin.provider.rawValue), .integer(entity.kind.recordNumber), .text(origin.market),
        .integer(seenMs), .integer(openedCount), .integer(isPreferred ? 1 : 0), .bytes(contents),
      ]
    )
    let row = tables.database.lastInsertedRow
    try index(entity, row, isPreferred: isPreferred)
    try addIDs(entity.ids, row)
    return row
  }

  private func addIDs(_ ids: [EntityID], _ row: Int) throws(DatabaseError) {
    for id in ids {
      try tables.run(
        "INSERT OR IGNORE INTO alias (id, row) VALUES (?, ?)",
        [.integer(id.recordKey), .integer(row)]
      )
    }
  }

  private func update(
    _ known: StoredRecord,
    from old: Entity,
    to new: Entity,
    _ contents: [UInt8],
    _ seenMs: Int,
    _ origin: RecordOrigin
  ) throws(DatabaseError) {
    let row = Statement.Value.integer(known.row)
    let openedCount = known.openedCount + (origin.isComplete ? 1 : 0)
    let isChanged = contents != known.contents || known.market != origin.market
    let isDue = seenMs - known.seenMs >= limits.seenStepMs || openedCount != known.openedCount
    if isChanged {
      try tables.run(
        "UPDATE record SET seen = ?, opened = ?, market = ?, contents = ? WHERE row = ?",
        [.integer(seenMs), .integer(openedCount), .text(origin.market), .bytes(contents), row]
      )
      try addIDs(new.ids.filter { !old.ids.contains($0) }, known.row)
      for id in old.ids where !new.ids.contains(id) {
        try tables.run(
          "DELETE FROM alias WHERE id = ? AND row = ?",
          [.integer(id.recordKey), .integer(known.row)]
        )
      }
    } else if isDue {
      try tables.run(
        "UPDATE record SET seen = ?, opened = ? WHERE row = ?",
        [.integer(seenMs), .integer(openedCount), row]
      )
    }
    let isPreferred = try isPreferred(new, openedCount)
    if isChanged, words(of: old) != words(of: new) {
      try removeFromIndex(old, known.row, isPreferred: known.isPreferred)
      try index(new, known.row, isPreferred: isPreferred)
      try notePreferred(known.row, isPreferred)
    } else {
      try prefer(known, new, isPreferred)
    }
  }

  // MARK: Words

  private func words(of entity: Entity) -> [String] { names.words(of: entity) }

  /// Adds the words of a record to the indexes.
  func index(_ entity: Entity, _ row: Int, isPreferred: Bool) throws(DatabaseError) {
    let kind = entity.kind.recordNumber
    guard RecordTables.kinds.contains(kind) else { return }
    let words = words(of: entity)
    let text = words.joined(separator: " ")
    try tables.index(text, of: row, kind, in: .all, removing: false)
    if isPreferred { try tables.index(text, of: row, kind, in: .preferred, removing: false) }
    for word in words where RecordStore.isCorrectable(word) {
      try tables.run(
        "INSERT OR IGNORE INTO word (word, reversed) VALUES (?, ?)",
        [.text(word), .text(String(word.reversed()))]
      )
    }
  }

  /// Removes the words of a record from the indexes, and those that no other record contains.
  func removeFromIndex(_ entity: Entity, _ row: Int, isPreferred: Bool) throws(DatabaseError) {
    let kind = entity.kind.recordNumber
    guard RecordTables.kinds.contains(kind) else { return }
    let words = words(of: entity)
    let text = words.joined(separator: " ")
    try tables.index(text, of: row, kind, in: .all, removing: true)
    if isPreferred { try tables.index(text, of: row, kind, in: .preferred, removing: true) }
    for word in words where RecordStore.isCorrectable(word) {
      guard try !isUsed(word) else { continue }
      try tables.run("DELETE FROM word WHERE word = ?", [.text(word)])
    }
  }

  /// Whether any record contains a word.
  private func isUsed(_ word: String) throws(DatabaseError) -> Bool {
    for kind in RecordTables.kinds {
      let table = RecordTables.vocabulary(kind)
      let found = try tables.integers("SELECT 1 FROM \(table) WHERE term = ?", [.text(word)])
      if !found.isEmpty { return true }
    }
    return false
  }

  /// Whether a word is found by words that differ from it by a typo.
  private static func isCorrectable(_ word: String) -> Bool {
    !LibraryText.isWholeName(word) && word.count >= LibraryTypos.minLength - 1
  }

  // MARK: Retained and preferred records

  /// The reason why records are retained.
  package enum Reason: Int, Hashable, Sendable {
    case favorite = 1
    /// The replies about a pinned id are retained as well.
    case pinned = 2
  }

  /// Retains the records with these ids, and no others for that reason. They do not expire, and come
  /// first in searches.
  package func retain(_ ids: [EntityID], because reason: Reason) throws(DatabaseError) {
    let known = try tables.integers(
      "SELECT id FROM retained WHERE reason = ?",
      [.integer(reason.rawValue)]
    )
    let (old, new) = (Set(known), Set(ids.map(\.recordKey)))
    try tables.database.transaction { () throws(DatabaseError) in
      for key in old.subtracting(new) { try set(key, reason, isRetained: false) }
      for key in new.subtracting(old) { try set(key, reason, isRetained: true) }
    }
  }

  /// The number of pinned ids.
  package func pinCount() throws(DatabaseError) -> Int {
    try tables.statements.integer(
      "SELECT COUNT(*) FROM retained WHERE reason = \(Reason.pinned.rawValue)"
    )
  }

  private func set(_ key: Int, _ reason: Reason, isRetained: Bool) throws(DatabaseError) {
    try tables.run(
      isRetained
        ? "INSERT OR IGNORE INTO retained (id, reason) VALUES (?, ?)"
        : "DELETE FROM retained WHERE id = ? AND reason = ?",
      [.integer(key), .integer(reason.rawValue)]
    )
    for row in try tables.integers("SELECT row FROM alias WHERE id = ?", [.integer(key)]) {
      guard let stored = try record(row), let entity = stored.entity else { continue }
      try prefer(stored, entity, isPreferred(entity, stored.openedCount))
    }
  }

  /// Stores whether a record comes first in searches.
  private func prefer(
    _ stored: StoredRecord,
    _ entity: Entity,
    _ isPreferred: Bool
  ) throws(DatabaseError) {
    guard RecordTables.kinds.contains(stored.kind), isPreferred != stored.isPreferred else {
      return
    }
    let words = words(of: entity).joined(separator: " ")
    try tables.index(words, of: stored.row, stored.kind, in: .preferred, removing: !isPreferred)
    try notePreferred(stored.row, isPreferred)
  }

  private func notePreferred(_ row: Int, _ isPreferred: Bool) throws(DatabaseError) {
    try tables.run(
      "UPDATE record SET preferred = ? WHERE row = ?",
      [.integer(isPreferred ? 1 : 0), .integer(row)]
    )
  }

  /// Whether a record comes first in searches: the user opened or retains it.
  private func isPreferred(_ entity: Entity, _ openedCount: Int) throws(DatabaseError) -> Bool {
    if openedCount > 0 { return true }
    return try isRetained(entity)
  }

  /// Whether a record belongs to a favourite, or to something that the user pinned.
  func isRetained(_ entity: Entity) throws(DatabaseError) -> Bool {
    for id in entity.ids + [entity.artist?.id].compactMap(\.self) {
      let found = try tables.integers(
        "SELECT 1 FROM retained WHERE id = ?",
        [.integer(id.recordKey)]
      )
      if !found.isEmpty { return true }
    }
    return false
  }
}
