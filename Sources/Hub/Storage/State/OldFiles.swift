internal import BusProtocol
internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel

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
  }

  /// Reads the files of the state.
  ///
  /// - Returns: `nil` if there are none.
  static func readState(beside state: String, records: String) -> State? {
    let (entities, releases) = (entities(beside: state), releases(beside: state))
    guard [entities, releases].contains(where: { Database.bytesOnDisk(at: $0) > 0 }) else {
      return nil
    }
    var found = State()
    found.entities = rows(of: "entity", in: entities)
    found.links = rows(of: "link", in: entities)
    found.releases.histories = rows(of: "artist", in: releases)
    found.releases.releases = rows(of: "release", in: releases)
    // The file of replies is removed when the records of the library are taken over.
    if let database = open(replies(beside: records)) {
      try? database.prepare("SELECT id FROM pin").run([]) { row in
        if let id = EntityID(row.text(0)) { found.pins.append(id) }
      }
    }
    return found
  }

  private static func rows<Entry: Decodable>(of kind: String, in path: String) -> [Entry] {
    var entries: [Entry] = []
    let sql = "SELECT contents FROM identity WHERE kind = ? ORDER BY number"
    try? open(path)?.prepare(sql).run([.text(kind)]) { row in
      if let entry = try? JSONCodec.decode(Entry.self, from: row.bytes(0)) { entries.append(entry) }
    }
    return entries
  }

  private static func open(_ path: String) -> Database? {
    Database.bytesOnDisk(at: path) > 0 ? try? Database(reading: path) : nil
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
