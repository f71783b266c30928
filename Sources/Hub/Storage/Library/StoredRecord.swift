internal import BusProtocol
internal import MusicModel

/// A record in the library as the file contains it.
struct StoredRecord {
  let row: Int
  let provider: String
  let kind: Int
  let seenMs: Int
  let openedCount: Int
  /// Whether the index has it as preferred.
  let isPreferred: Bool
  /// The record as JSON.
  let contents: [UInt8]

  /// The record, or `nil` if it cannot be read.
  var entity: Entity? {
    switch kind {
    case 0: (try? JSONCodec.decode(Artist.self, from: contents)).map(Entity.artist)
    case 1: (try? JSONCodec.decode(Album.self, from: contents)).map(Entity.album)
    case 2: (try? JSONCodec.decode(Song.self, from: contents)).map(Entity.song)
    default: nil
    }
  }
}

extension LibraryStore {
  /// A stored record that can be read.
  struct Row {
    let stored: StoredRecord
    let entity: Entity

    init?(_ stored: StoredRecord) {
      guard let entity = stored.entity else { return nil }
      (self.stored, self.entity) = (stored, entity)
    }
  }

  /// Returns a record, or `nil` if it is gone.
  func stored(_ row: Int) throws(DatabaseError) -> StoredRecord? {
    var found: StoredRecord?
    try tables.run(.record, [.integer(row)]) { columns in
      found = StoredRecord(
        row: row,
        provider: columns.text(0),
        kind: columns.integer(1),
        seenMs: columns.integer(2),
        openedCount: columns.integer(3),
        isPreferred: columns.integer(4) != 0,
        contents: RecordCompression.expanded(columns.bytes(5))
      )
    }
    return found
  }

  /// Returns a record, or `nil` if it is gone or cannot be read.
  func record(_ row: Int) throws(DatabaseError) -> Row? {
    try stored(row).flatMap(Row.init)
  }
}
