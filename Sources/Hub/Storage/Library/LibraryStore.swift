internal import BusProtocol
internal import HostKit
package import HubCore
internal import MusicModel

/// The library on disk: every record that a source sent, and an index of their words.
package final class LibraryStore {
  let path: String
  let limits: LibraryLimits
  let tables: LibraryTables
  private let identity: FileIdentity?
  /// Emptied by each change that may concern its records.
  var recent = RecentRecords()
  /// Notes for the user about opening it.
  package private(set) var notes: [String] = []

  /// Opens the file, or creates it.
  package init(at path: String, limits: LibraryLimits = LibraryLimits()) throws(DatabaseError) {
    self.path = path
    self.limits = limits
    do throws(DatabaseError) {
      tables = try LibraryTables(at: path)
    } catch {
      guard error.isDamage else { throw error }
      let aside = try moveDatabaseAside(path)
      notes.append("The library \(path) is corrupt; moved it to \(aside) and created a new one.")
      tables = try LibraryTables(at: path)
    }
    identity = FileIdentity(at: path)
    try tables.database.run("PRAGMA max_page_count = \(limits.pagesOfDisk ?? limits.maxPages * 2)")
  }

  /// Opens the file for searches, beside the store that changes it; `nil` if it does not exist.
  package init?(reading path: String, limits: LibraryLimits = LibraryLimits()) throws(DatabaseError)
  {
    identity = FileIdentity(at: path)
    guard let tables = try LibraryTables(reading: path) else { return nil }
    (self.path, self.limits, self.tables) = (path, limits, tables)
  }

  /// Whether the path still leads to this file, which was not moved aside or removed.
  var isCurrent: Bool { identity != nil && FileIdentity(at: path) == identity }

  /// The size of the file and its log on disk.
  package var bytes: Int { Database.bytesOnDisk(at: path) }

  /// Adds the records of a reply, all or none.
  package func add(_ entry: LibraryEntry) throws(DatabaseError) {
    if !entry.isListOfSubject, entry.records.allSatisfy({ recentRow(of: $0, entry) != nil }) {
      return
    }
    try makeRoom(for: entry.records.count)
    do throws(DatabaseError) {
      try tables.database.transaction { () throws(DatabaseError) in try addRecords(of: entry) }
    } catch {
      recent.removeAll()
      throw error
    }
  }

  private func addRecords(of entry: LibraryEntry) throws(DatabaseError) {
    for (position, entity) in entry.records.enumerated() {
      let known = recentRow(of: entity, entry)
      guard let row = try known == nil ? add(entity, entry) : known else { continue }
      guard entry.isListOfSubject, let parent = entry.subject else { continue }
      let list = LibraryStore.list(entry.method)
      try tables.run(
        .addChild,
        [.integer(parent.libraryKey), .integer(list), .integer(row), .integer(position)]
      )
    }
  }

  /// The row of a record that the file has already, if that is known without a look into it.
  private func recentRow(of entity: Entity, _ entry: LibraryEntry) -> Int? {
    guard !entry.isOpened else { return nil }
    return recent.row(of: entity, by: entry.provider, atMs: entry.seenMs)
  }

  /// - Returns: The row of the record.
  private func add(_ entity: Entity, _ entry: LibraryEntry) throws(DatabaseError) -> Int? {
    guard let kind = entity.kind.libraryNumber, let contents = try? JSONCodec.encode(entity),
      contents.count <= limits.maxRecordBytes
    else { return nil }
    let row: Int
    if let known = try stored(entity, contents, by: entry.provider.rawValue) {
      row = known.row
      try update(known, entity, contents, entry)
    } else {
      row = try insert(entity, kind, contents, entry)
    }
    recent.add(row, of: entity, by: entry.provider, atMs: entry.seenMs)
    return row
  }

  private func update(
    _ known: StoredRecord,
    _ entity: Entity,
    _ contents: [UInt8],
    _ entry: LibraryEntry
  ) throws(DatabaseError) {
    if try isUnchanged(known, entity, contents, entry) {
      return try tables.run(.touch, [.integer(entry.seenMs), .integer(known.row)])
    }
    try replace(known, entity, contents, entry)
    try addIDs(of: entity, known.row)
  }

  /// - Returns: The new row.
  private func insert(
    _ entity: Entity,
    _ kind: Int,
    _ contents: [UInt8],
    _ entry: LibraryEntry
  ) throws(DatabaseError) -> Int {
    let opened = entry.isOpened ? 1 : 0
    let isPreferred = try isPreferred(entity, opened: opened)
    try tables.run(
      .insert,
      [
        .text(entry.provider.rawValue), .integer(kind), .integer(entry.seenMs), .integer(opened),
        .integer(isPreferred ? 1 : 0), .bytes(RecordCompression.compressed(contents)),
      ]
    )
    let row = tables.database.lastInsertedRow
    try index(entity, row, isPreferred: isPreferred)
    try addIDs(of: entity, row)
    return row
  }

  private func addIDs(of entity: Entity, _ row: Int) throws(DatabaseError) {
    for id in entity.ids { try tables.run(.addID, [.integer(id.libraryKey), .integer(row)]) }
  }

  /// Whether only the time of a record changes, which is so for most that a source sends again.
  private func isUnchanged(
    _ known: StoredRecord,
    _ entity: Entity,
    _ contents: [UInt8],
    _ entry: LibraryEntry
  ) throws(DatabaseError) -> Bool {
    guard !entry.isOpened, known.contents == contents else { return false }
    return try known.isPreferred == isPreferred(entity, opened: known.openedCount)
  }

  /// Replaces a record, unless the new one says less about the same name.
  private func replace(
    _ known: StoredRecord,
    _ entity: Entity,
    _ contents: [UInt8],
    _ entry: LibraryEntry
  ) throws(DatabaseError) {
    guard let old = Row(known) else { return }
    let row = known.row
    let isRenamed =
      LibraryText.indexWords(of: entity) != LibraryText.indexWords(of: old.entity)
    let saysLess = !entry.isOpened && contents.count < known.contents.count
    if contents == known.contents || saysLess && !isRenamed {
      try tables.run(.touch, [.integer(entry.seenMs), .integer(row)])
    } else {
      let values: [Statement.Value] = [
        .integer(entry.seenMs), .bytes(RecordCompression.compressed(contents)), .integer(row),
      ]
      try tables.run(.update, values)
    }
    let opened = known.openedCount + (entry.isOpened ? 1 : 0)
    let isPreferred = try isPreferred(entity, opened: opened)
    if entry.isOpened { try tables.run(.open, [.integer(row)]) }
    if isRenamed {
      try removeFromIndex(row, old)
      try index(entity, row, isPreferred: isPreferred)
      try tables.run(.prefer, [.integer(isPreferred ? 1 : 0), .integer(row)])
    } else {
      try prefer(row, old, isPreferred)
    }
  }

  /// Stores whether a record comes first in searches.
  func prefer(_ row: Int, _ record: Row, _ isPreferred: Bool) throws(DatabaseError) {
    guard let kind = record.entity.kind.libraryNumber, isPreferred != record.stored.isPreferred
    else { return }
    let words = LibraryText.indexWords(of: record.entity).joined(separator: " ")
    try tables.index(words, of: row, kind, in: .preferred, removing: !isPreferred)
    try tables.run(.prefer, [.integer(isPreferred ? 1 : 0), .integer(row)])
  }

  /// Adds the words of a record to the indexes.
  private func index(_ entity: Entity, _ row: Int, isPreferred: Bool) throws(DatabaseError) {
    guard let kind = entity.kind.libraryNumber else { return }
    let words = LibraryText.indexWords(of: entity)
    let text = words.joined(separator: " ")
    try tables.index(text, of: row, kind, in: .all, removing: false)
    if isPreferred { try tables.index(text, of: row, kind, in: .preferred, removing: false) }
    for word in words
    where !LibraryText.isWholeName(word) && word.count >= LibraryTypos.minLength - 1 {
      try tables.run(.addWord, [.text(word), .text(String(word.reversed()))])
    }
  }

  /// Removes the words of a record from the indexes.
  func removeFromIndex(_ row: Int, _ record: Row) throws(DatabaseError) {
    guard let kind = record.entity.kind.libraryNumber else { return }
    let words = LibraryText.indexWords(of: record.entity).joined(separator: " ")
    try tables.index(words, of: row, kind, in: .all, removing: true)
    guard record.stored.isPreferred else { return }
    try tables.index(words, of: row, kind, in: .preferred, removing: true)
  }

  /// Whether a record comes first in searches.
  func isPreferred(_ entity: Entity, opened: Int) throws(DatabaseError) -> Bool {
    if opened > 0 { return true }
    return try isRetained(entity)
  }

  /// Whether a record belongs to a favourite, or to something that the user pinned.
  func isRetained(_ entity: Entity) throws(DatabaseError) -> Bool {
    var isRetained = false
    for id in entity.ids + [entity.artist?.id].compactMap(\.self) where !isRetained {
      try tables.run(.isRetained, [.integer(id.libraryKey)]) { _ in isRetained = true }
    }
    return isRetained
  }

  /// A provider's record of an entity, whose contents are these now.
  private func stored(
    _ entity: Entity,
    _ contents: [UInt8],
    by provider: String
  ) throws(DatabaseError) -> StoredRecord? {
    for row in try rows(of: [entity.id]) {
      guard let stored = try stored(row), stored.provider == provider else { continue }
      if stored.contents == contents || stored.entity?.id == entity.id { return stored }
    }
    return nil
  }

  func rows(of ids: [EntityID]) throws(DatabaseError) -> [Int] {
    var rows: [Int] = []
    for id in ids {
      try tables.run(.findID, [.integer(id.libraryKey)]) { rows.append($0.integer(0)) }
    }
    return rows
  }

  /// The number of the list that a method returns.
  static func list(_ method: Method) -> Int {
    Method.ofProviders.firstIndex(of: method) ?? Method.ofProviders.count
  }
}

extension EntityKind {
  /// The number of a kind in the file.
  var libraryNumber: Int? {
    switch self {
    case .artist: 0
    case .album: 1
    case .song: 2
    case .chart: nil
    }
  }
}
