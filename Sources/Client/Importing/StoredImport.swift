package import BusProtocol
package import MusicModel

/// Importing: carries out the import of a file of another program. It keeps the rows of each file with
/// what was found for them, so that an import continues after a restart and asks each question once.

/// An import as it is kept: the rows of a file, and which entity each of them means.
package struct StoredImport: Sendable {
  /// What is known of a whole import.
  package struct Header: Hashable, Sendable, Codable {
    /// Its name, by which its changes are undone together.
    package var id: String
    /// The name of the file.
    package var file: String
    /// The program that wrote it.
    package var format: String
    package var rows: Int
    /// The numbers of skipped rows, by reason.
    package var skipped: [String: Int]
    /// The number of rows that repeat an earlier one.
    package var repeated: Int
    /// The number of rows of which some letters could not be decoded; `nil` in files of older versions.
    package var notDecoded: Int?
  }

  /// A row that is to become a favourite.
  package struct Row: Hashable, Sendable, Codable {
    /// The position in the file, from 1.
    package var number: Int
    /// What the row says; `nil` if only its id is known.
    package var entity: Entity?
    package var id: EntityID?
    /// The URL of the file that it names, which the user may have.
    package var file: String?
    package var added: String?
    package var note: String?
    /// Why the row may mean something else than it says, as a fragment of a sentence.
    package var doubt: String?

    /// The names of the row, or its id.
    package var text: String {
      guard let entity else { return id.map { "\($0)" } ?? "" }
      return [entity.artist?.name, entity.displayName].compactMap(\.self).joined(separator: " - ")
    }

    /// Whether its ids say which entity it is, so that no source needs to be asked.
    package var isIdentified: Bool { id != nil && entity != nil && doubt == nil }
  }

  /// An entity that a row may mean.
  package struct Choice: Hashable, Sendable, Codable {
    package var entity: Entity
    /// The evidence, for and against, as a sentence.
    package var reasons: [String]
  }

  /// What a row means.
  package enum Resolution: Hashable, Sendable {
    case open
    case found(Entity)
    case notFound
    case doubtful([Choice])
  }

  package let header: Header
  package private(set) var rows: [Row]
  /// By the number of the row; ``Resolution/open`` is absent.
  private var resolutions: [Int: Resolution] = [:]

  package subscript(_ row: Row) -> Resolution {
    if row.isIdentified, let entity = row.entity { return .found(entity) }
    return resolutions[row.number] ?? .open
  }

  /// The rows in a state.
  package func rows(where isWanted: (Resolution) -> Bool) -> [Row] {
    rows.filter { isWanted(self[$0]) }
  }

  package var openRows: [Row] { rows { $0 == .open } }
  package var doubtfulRows: [Row] { rows { if case .doubtful = $0 { true } else { false } } }
  package var missingRows: [Row] { rows { $0 == .notFound } }

  mutating func resolve(_ number: Int, _ resolution: Resolution) {
    resolutions[number] = resolution == .open ? nil : resolution
  }

  init(_ header: Header, _ rows: [Row]) { (self.header, self.rows) = (header, rows) }

  /// The import of a file that was read, from a directory if that is known.
  package init(_ file: ImportedFile, id: String, name: String, directory: String? = nil) {
    header = Header(
      id: id,
      file: name,
      format: file.format,
      rows: file.rowCount,
      skipped: file.skipped,
      repeated: file.repeated,
      notDecoded: file.notDecoded
    )
    rows = file.rows.map { row in
      Row(
        number: row.number,
        entity: row.entity,
        id: row.ids.first,
        file: row.file(from: directory),
        added: row.added,
        note: row.note,
        doubt: row.doubt
      )
    }
  }
}

extension StoredImport.Row {
  /// The row that makes an entity a favourite.
  package func favorite(_ entity: Entity) -> EncodedJSON? {
    guard let bytes = try? JSONCodec.encode(entity.withoutListMembers),
      let value = try? JSONCodec.decode(JSONValue.self, from: bytes)
    else { return nil }
    var members: [String: JSONValue] = ["entity": value]
    if let added { members["added"] = .string(added) }
    if let note { members["note"] = .string(String(note.prefix(3000))) }
    return EncodedJSON(.object(members))
  }
}
