public import MusicModel

/// The import of a file: what the methods `imports.…` carry (Protocol/client.md, "Imports").

/// A row of a file that is to become a favourite: an element of `rows` of `imports.add`.
public struct ImportRow: Hashable, Sendable, Codable {
  /// The position in the file, from 1.
  public var number: Int
  /// What the row says; `nil` if only its id is known.
  public var entity: Entity?
  public var id: EntityID?
  /// The URL of the file that it names, which the user may have.
  public var file: String?
  /// When it was added to the list: `2024-05-06T07:08:09Z`.
  public var added: String?
  public var note: String?
  /// Why the row may mean something else than it says, as a fragment of a sentence.
  public var doubt: String?

  public init(number: Int, entity: Entity? = nil, id: EntityID? = nil) {
    (self.number, self.entity, self.id) = (number, entity, id)
  }

  /// The names of the row, or its id.
  public var text: String {
    guard let entity else { return id.map { "\($0)" } ?? "" }
    return [entity.artist?.name, entity.displayName].compactMap(\.self).joined(separator: " - ")
  }

  /// Whether its ids say which entity it is, so that no source needs to be asked.
  public var isIdentified: Bool { id != nil && entity != nil && doubt == nil }

  /// Why it cannot be a row; `nil` if it can.
  public var problem: String? {
    guard (1...ImportLimits.maxRows).contains(number) else {
      return "its number is \(number), not 1 to \(ImportLimits.maxRows)"
    }
    guard (file?.utf8.count ?? 0) <= ImportLimits.maxTextBytes else {
      return "its file has more than \(ImportLimits.maxTextBytes) bytes"
    }
    if entity == nil, id == nil { return "it has neither an entity nor an id" }
    let kinds = [entity?.kind, id?.kind].compactMap(\.self)
    return kinds.isEmpty || !kinds.allSatisfy(EntityKind.searched.contains)
      ? "it is not an artist, album or song" : nil
  }
}

/// What is known of a file as a whole: `file` of `imports.start`.
public struct ImportedFileInfo: Hashable, Sendable, Codable {
  public var name: String
  /// The program that wrote it.
  public var format: String
  /// The number of its rows, with those that are not imported.
  public var rows: Int
  /// The number of rows that were added; an import whose rows did not all arrive is not started.
  public var added: Int?
  /// The numbers of rows that are nothing to import, by reason.
  public var skipped: [String: Int]?
  /// The number of rows that repeat an earlier one.
  public var repeated: Int?
  /// The number of rows with letters that could not be decoded.
  public var notDecoded: Int?

  public init(name: String, format: String, rows: Int) {
    (self.name, self.format, self.rows) = (name, format, rows)
  }

  /// Why it cannot be kept; `nil` if it can.
  public var problem: String? {
    let texts = [name, format] + (skipped ?? [:]).keys
    let isShort = texts.allSatisfy { $0.utf8.count <= ImportLimits.maxTextBytes }
    return isShort && texts.count <= ImportLimits.maxReasons + 2
      ? nil
      : "\"file\" has a text of more than \(ImportLimits.maxTextBytes) bytes, or too many reasons."
  }
}

/// What became of a row.
public enum ImportRowState: String, Hashable, Sendable, Codable, CaseIterable {
  /// It has not been found out yet what it means.
  case open
  case found, notFound
  /// Only the user can decide what it means.
  case doubtful
}

/// An entity that a row may mean.
public struct ImportChoice: Hashable, Sendable, Codable {
  public var entity: Entity
  /// The evidence, for and against, one fragment each: `+ same length`, `− another artist`.
  public var reasons: [String]

  public init(entity: Entity, reasons: [String]) {
    (self.entity, self.reasons) = (entity, reasons)
  }
}

/// A row of an import in the reply to `imports.rows`.
public struct ImportRowReport: Hashable, Sendable, Codable {
  /// The name of its import, and that of the file.
  public var batch, file: String
  public var row: ImportRow
  public var state: ImportRowState
  /// What a doubtful row may mean, the most likely first.
  public var choices: [ImportChoice]?

  public init(batch: String, file: String, row: ImportRow, state: ImportRowState) {
    (self.batch, self.file, self.row, self.state) = (batch, file, row, state)
  }
}

/// The state of an import in the reply to `imports.list`.
public struct ImportReport: Hashable, Sendable, Codable {
  /// How far it is.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its rows are being looked up.
    case running
    /// It continues by itself: when an earlier one has ended, or when sources reply again.
    case waiting
    case done
    /// It continues when it is started again.
    case stopped
  }

  public var batch: String
  public var file: ImportedFileInfo
  public var state: State
  /// The numbers of rows by state.
  public var found, notFound, doubtful, open: Int
  /// The numbers of favourites by the outcome of adding them.
  public var results: [String: Int]
  /// The time that the rest will take, in milliseconds; of one that runs.
  public var leftMs: Int?
  /// Why it has stopped, as a sentence.
  public var problem: String?

  public init(batch: String, file: ImportedFileInfo, state: State) {
    (self.batch, self.file, self.state) = (batch, file, state)
    (found, notFound, doubtful, open, results) = (0, 0, 0, 0, [:])
  }
}

/// Limits of imports.
public enum ImportLimits {
  /// The highest number of a row, and the maximum number of rows of an import.
  public static let maxRows = 1_000_000
  /// The maximum number of bytes of a name or a path, and the maximum number of reasons why rows are skipped.
  public static let (maxTextBytes, maxReasons) = (1_000, 100)
  /// The maximum number of imports that are kept; of more, those go that were started first and do not run.
  public static let maxImports = 100
}
