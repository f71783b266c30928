internal import BusProtocol
internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel
internal import SQLite

/// The files of versions before 1.0 that had a file each for entities, new albums, replies and the
/// library. What they contain is taken over once; only cached replies are not.
enum OldFiles {
  /// The old files beside a new one, by what they contain.
  static func entities(beside state: String) -> String { file("identities", beside: state) }
  static func releases(beside state: String) -> String { file("releases", beside: state) }
  static func replies(beside records: String) -> String { file("answers", beside: records) }
  static func library(beside records: String) -> String { file("library", beside: records) }

  private static func file(_ name: String, beside path: String) -> String {
    "\(parentDirectory(of: path))/\(name).sqlite"
  }

  /// What the files of the state contain.
  struct State {
    var entities: [StoredEntity] = []
    var links: [LinkNote] = []
    var releases = ReleaseChanges()
    var pins: [EntityID] = []
    /// The files that were read as a whole, and may be removed.
    var files: [String] = []
  }

  /// Reads the files of the state. One that cannot be read is left where it is.
  ///
  /// - Returns: `nil` if there are none.
  static func readState(beside state: String, records: String) -> State? {
    let (entities, releases) = (entities(beside: state), releases(beside: state))
    var found = State()
    if let known: [StoredEntity] = rows(of: "entity", in: entities),
      let links: [LinkNote] = rows(of: "link", in: entities)
    {
      (found.entities, found.links) = (known, links)
      found.files.append(entities)
    }
    if let histories: [ReleaseHistory] = rows(of: "artist", in: releases),
      let albums: [StoredRelease] = rows(of: "release", in: releases)
    {
      (found.releases.histories, found.releases.releases) = (histories, albums)
      found.files.append(releases)
    }
    guard !found.files.isEmpty else { return nil }
    // The file of replies is removed when the records of the library are taken over.
    try? open(replies(beside: records))?.prepare("SELECT id FROM pin").run([]) { row in
      if let id = EntityID(row.text(0)) { found.pins.append(id) }
    }
    return found
  }

  /// The readable rows of a kind; `nil` if there is no file, or it cannot be read.
  private static func rows<Entry: Decodable>(of kind: String, in path: String) -> [Entry]? {
    var entries: [Entry] = []
    let sql = "SELECT contents FROM identity WHERE kind = ? ORDER BY number"
    do {
      guard let database = try open(path) else { return nil }
      try database.prepare(sql).run([.text(kind)]) { row in
        if let entry = try? JSONCodec.decode(Entry.self, from: row.bytes(0)) {
          entries.append(entry)
        }
      }
      return entries
    } catch {
      return nil
    }
  }

  /// Opens a file; `nil` if it does not exist.
  private static func open(_ path: String) throws(DatabaseError) -> Database? {
    guard Database.bytesOnDisk(at: path) > 0 else { return nil }
    return try Database(reading: path)
  }

  /// Removes a file, its log and the index of the log.
  static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
  }

  /// The records of a library from a row on.
  ///
  /// - Returns: The records that the user opened, the others, and the row from which to continue; `nil`
  ///   at the end.
  static func records(
    in path: String,
    after row: Int,
    count: Int
  ) throws(DatabaseError) -> (
    opened: [StoredEntity.Record], others: [StoredEntity.Record], row: Int
  )? {
    var found: (opened: [StoredEntity.Record], others: [StoredEntity.Record], row: Int)?
    try open(path)?.prepare(
      "SELECT row, provider, kind, seen, contents, opened FROM record WHERE row > ?"
        + " ORDER BY row LIMIT ?"
    ).run([.integer(row), .integer(count)]) { columns in
      let stored = StoredRecord(
        row: columns.integer(0),
        provider: columns.text(1),
        kind: columns.integer(2),
        market: "",
        seenMs: columns.integer(3),
        openedCount: columns.integer(5),
        isPreferred: false,
        contents: expanded(columns.bytes(4))
      )
      var (opened, others) = (found?.opened ?? [], found?.others ?? [])
      if let entity = stored.entity, let provider = ProviderID(rawValue: stored.provider) {
        let record = StoredEntity.Record(
          provider: provider,
          entity: entity,
          fetchedMs: stored.seenMs
        )
        if stored.openedCount > 0 { opened.append(record) } else { others.append(record) }
      }
      found = (opened, others, stored.row)
    }
    return found
  }

  /// The parts of JSON that the library wrote as one byte, from 1 on.
  private static let parts: [[UInt8]] = [
    "{\"artist\":{\"id\":\"", "\"},\"artwork\":[{\"role\":\"cover\",\"url\":\"https://",
    "{\"artwork\":[{\"role\":\"portrait\",\"url\":\"https://", "\"}],\"id\":\"", "\",\"ids\":[\"",
    "\"],\"kind\":\"album\",\"links\":{\"", "\"],\"kind\":\"artist\",\"links\":{\"",
    "\"],\"kind\":\"song\",\"links\":{\"", "\":\"https://www.", "\"},\"releaseDate\":\"",
    "\",\"title\":\"", "\",\"trackCount\":", "\",\"trackNumber\":", "\",\"name\":\"",
    "\"},\"name\":\"", "\",\"previewURL\":\"https://", ",\"durationMs\":", ",\"genres\":[\"",
    "\"],\"kind\":\"", "\"explicit\":false,", ":artist:", ":album:", ":song:", "https://", ".com/",
    ".jpg", "\",\"", "\":\"", "\":{\"", "\"},\"", "music",
  ].map { Array($0.utf8) }

  private static func expanded(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { (1...parts.count).contains(Int($0)) ? parts[Int($0) - 1] : [$0] }
  }
}
