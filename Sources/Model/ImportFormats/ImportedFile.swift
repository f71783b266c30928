package import BusProtocol

/// ImportFormats: reads the favourites files of other programs. It is pure: a file is recognised by its
/// content, never by its name, and read into rows.

/// What a file to import contains.
package struct ImportedFile: Hashable, Sendable {
  /// A row that cannot be imported.
  package struct Skipped: Hashable, Sendable {
    /// The position of the row in the file, from 1.
    package let number: Int
    package let reason: SkipReason
    /// What the row says, for messages.
    package let text: String
  }

  package let format: ImportFormat
  package private(set) var rows: [ImportedRow] = []
  package private(set) var skipped: [Skipped] = []
  /// The number of rows that repeat an earlier one.
  package private(set) var repeated = 0

  private var known: [ImportedRow.Key: Int] = [:]

  init(_ format: ImportFormat) { self.format = format }

  /// An archive without members yet, of which the first is of a format.
  package init(archiveOf format: ImportFormat) { self.init(format) }

  /// Whether there may be links that only providers can read.
  package var hasLinks: Bool { skipped.contains { $0.reason == .unknownLink } || hasUnreadLinks }
  private var hasUnreadLinks: Bool { rows.contains { $0.ids.isEmpty && $0.hasLink } }

  /// The number of rows in the file.
  package var rowCount: Int { rows.count + skipped.count + repeated }

  /// The limits of a file.
  package static let maxBytes = 1 << 28
  package static let maxRows = 1_000_000
}

extension ImportedFile {
  /// Reads a file that one of the other programs has written.
  ///
  /// `patterns` are the forms of the URLs that providers know.
  ///
  /// - Throws: ``ImportFormatError`` if the content is of no known format.
  package init(_ bytes: [UInt8], patterns: [URLPattern] = []) throws(ImportFormatError) {
    guard bytes.count <= ImportedFile.maxBytes else {
      throw ImportFormatError("The file has more than \(ImportedFile.maxBytes >> 20) MiB")
    }
    let ids = LinkReader(patterns: patterns)
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) { throw ImportFormatError.archive }
    let text = ImportText(bytes)
    guard let first = text.firstLetter else { throw ImportFormatError("The file is empty") }
    switch first {
    case "<": self = try XMLFormats.read(text, ids)
    case "{", "[": self = try JSONFormats.read(text, ids)
    default: self = try TextFormats.read(text, ids)
    }
    guard rowCount <= ImportedFile.maxRows else {
      throw ImportFormatError("The file has more than \(ImportedFile.maxRows) rows")
    }
  }

  /// Adds a row, unless it repeats an earlier one.
  mutating func add(_ row: ImportedRow) {
    if let reason = row.skipReason { return skip(row.number, reason, row.text) }
    if let index = known[row.key] {
      repeated += 1
      // Of several plays, the first one counts.
      if let added = row.added { rows[index].added = min(rows[index].added ?? added, added) }
      return
    }
    known[row.key] = rows.count
    rows.append(row)
  }

  mutating func skip(_ number: Int, _ reason: SkipReason, _ text: String) {
    skipped.append(Skipped(number: number, reason: reason, text: String(text.prefix(200))))
  }

  /// Adds the rows of another file, such as a member of an archive, after these.
  package mutating func add(_ other: ImportedFile) {
    let offset = rowCount
    for var row in other.rows {
      row.number += offset
      add(row)
    }
    skipped += other.skipped.map {
      Skipped(number: $0.number + offset, reason: $0.reason, text: $0.text)
    }
    repeated += other.repeated
  }
}

extension ImportedFile {
  /// The bytes of a file as UTF-8, whatever its encoding.
  package static func decoded(_ bytes: [UInt8]) -> [UInt8] { ImportText(bytes).bytes }
}

/// A file of an unknown format; the message is a sentence without its end.
package struct ImportFormatError: Error, Hashable {
  package let message: String

  package init(_ message: String) { self.message = message }

  /// A zip archive, of which the members are to be read.
  package static let archive = ImportFormatError("The file is an archive")

  static let unknown = ImportFormatError("The file is of no known format")
}

/// The program or standard that a file is of.
package enum ImportFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// MusicBus itself; `FavoritesImport` reads the file.
  case own = "MusicBus"
  case exportify = "Exportify"
  case tuneMyMusic = "TuneMyMusic"
  case soundiiz = "Soundiiz"
  case spotifyLibrary = "Spotify library"
  case spotifyPlaylists = "Spotify playlists"
  case spotifyHistory = "Spotify streaming history"
  case appleLibrary = "iTunes library"
  case appleTracks = "Apple Music library"
  case applePlays = "Apple Music play activity"
  case lastfm = "Last.fm"
  case listenBrainz = "ListenBrainz"
  case maloja = "Maloja"
  case rockbox = "Rockbox log"
  case discogs = "Discogs collection"
  case rateYourMusic = "Rate Your Music"
  case youTubeMusic = "YouTube Music"
  case jspf = "JSPF"
  case xspf = "XSPF"
  case m3u = "M3U"
  case table = "table"
  case list = "list"
}

/// The reason why a row cannot be imported.
package enum SkipReason: String, Hashable, Sendable, Codable, CaseIterable {
  case podcast = "podcast"
  case video = "video"
  case localFile = "local file without names"
  case banned = "banned or hated"
  case short = "played for less than 30 seconds"
  case unknownLink = "link that no provider knows"
  case empty = "no names"
}
