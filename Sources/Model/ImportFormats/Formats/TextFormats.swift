import MusicModel

/// Reads texts: playlists, tables and lists.
enum TextFormats {
  static func read(_ text: ImportText, _ ids: LinkReader) throws(ImportFormatError) -> ImportedFile
  {
    if text.text.hasPrefix("#AUDIOSCROBBLER") { return rockbox(text) }
    if text.text.hasPrefix("#EXTM3U") { return playlist(text, ids) }
    if let table = TableFormats.read(text, ids) { return table }
    guard !TableFormats.isTable(text) else {
      throw ImportFormatError("The header of the table names no known columns")
    }
    let lines = text.lines.map(\.trimmed).filter { !$0.isEmpty && !$0.hasPrefix("#") }
    if !lines.isEmpty, lines.allSatisfy(isPath) { return playlist(text, ids) }
    return try list(text, ids)
  }

  // MARK: Lists

  /// A list with one name, link, id or code per line.
  private static func list(
    _ text: ImportText,
    _ ids: LinkReader
  ) throws(ImportFormatError) -> ImportedFile {
    var file = ImportedFile(.list)
    // Binary files and prose are no lists.
    guard !text.text.unicodeScalars.contains("\0") else { throw .unknown }
    for (index, line) in text.lines.enumerated() {
      let line = line.trimmed
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      guard line.utf8.count <= 2000 else { throw .unknown }
      file.add(row(line, index + 1, ids))
    }
    guard file.rowCount > 0 else { throw ImportFormatError("The file contains no rows") }
    return file
  }

  /// A line of a list: something that is an id, `Artist - Title`, or the name of an artist.
  static func row(_ line: String, _ number: Int, _ ids: LinkReader) -> ImportedRow {
    if let local = LinkReader.local(line, number) { return local }
    if let id = ids.id(line), let kind = id.kind, kind != .chart {
      var row = ImportedRow(number, kind)
      row.ids = [id]
      return row
    }
    if LinkReader.isLink(line) {
      var row = ImportedRow(number, .song)
      row.name = line
      let isVideo = line.contains("youtube.") || line.contains("youtu.be/")
      row.isNothing =
        line.hasPrefix("spotify:episode:") || line.contains("/episode/")
        ? .podcast : isVideo ? .video : .unknownLink
      return row
    }
    if let (artist, title) = ImportedRow.split(line) {
      var row = ImportedRow(number, .song)
      (row.artist, row.name) = (artist, title)
      return row
    }
    var row = ImportedRow(number, .artist)
    row.name = line
    return row
  }

  // MARK: Playlists

  private static func isPath(_ line: String) -> Bool {
    let hasFolder = line.contains("/") || line.contains("\\")
    let name = line.split { $0 == "/" || $0 == "\\" }.last ?? ""
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    return endings.contains(ending) && (hasFolder || !name.contains(" - ") || name.contains("."))
      || hasFolder && line.contains(":\\")
  }

  private static let endings: Set<String> = [
    "mp3", "flac", "ogg", "oga", "opus", "m4a", "mp4", "aac", "wma", "wav", "aif", "aiff", "ape",
    "wv",
    "m4p", "alac", "mpc",
  ]

  private static func playlist(_ text: ImportText, _ ids: LinkReader) -> ImportedFile {
    var file = ImportedFile(.m3u)
    var info = ""
    var album = ""
    var number = 0
    for line in text.lines {
      let line = line.trimmed
      if line.hasPrefix("#EXTINF:") {
        info = String(line.dropFirst(8))
      } else if line.hasPrefix("#EXTALB:") {
        album = String(line.dropFirst(8)).trimmed
      } else if !line.isEmpty, !line.hasPrefix("#") {
        number += 1
        file.add(row(line, info, album, number, ids))
        (info, album) = ("", "")
      }
    }
    return file
  }

  private static func row(
    _ line: String,
    _ info: String,
    _ album: String,
    _ number: Int,
    _ ids: LinkReader
  ) -> ImportedRow {
    var row = ImportedRow(number, .song)
    if let id = ids.id(line), id.kind == .song { row.ids = [id] }
    row.hasLink = row.ids.isEmpty && LinkReader.isLink(line)
    let comma = info.firstIndex(of: ",")
    if let comma {
      // `123 tvg-id="…",Artist - Title`
      let seconds = info[..<comma].prefix { $0.isNumber || $0 == "-" }
      row.durationMs = Int(seconds).flatMap { ImportDates.durationMs(seconds: $0) }
      row.name = info[comma...].dropFirst().trimmed
      row.splitName()
    }
    row.album = album
    if row.name.isEmpty { row.setNames(fromPath: line) }
    if row.name.isEmpty, row.ids.isEmpty {
      row.isNothing = LinkReader.isLink(line) ? .unknownLink : .localFile
      row.name = line
    }
    return row
  }

  // MARK: Rockbox

  private static func rockbox(_ text: ImportText) -> ImportedFile {
    var file = ImportedFile(.rockbox)
    var number = 0
    for line in text.lines where !line.hasPrefix("#") && !line.isEmpty {
      number += 1
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count >= 7 else {
        file.skip(number, .empty, String(line))
        continue
      }
      var row = ImportedRow(number, .song)
      row.setNames(cells[2], by: cells[0], on: cells[1])
      row.trackNumber = Int(cells[3]).flatMap { $0 > 0 ? $0 : nil }
      row.durationMs = ImportDates.durationMs(cells[4], unit: 1000)
      row.added = ImportDates.added(cells[6])
      if cells.count > 7, let id = LinkReader.mbid("recording", cells[7]) { row.ids = [id] }
      if cells[5] == "S" { row.isNothing = .short }
      file.add(row)
    }
    return file
  }
}

extension ImportedRow {
  /// Takes the names from the path of a file: `Artist/Album/01 Title.mp3`, `Artist - Title.mp3`.
  mutating func setNames(fromPath path: String) {
    var path = path
    if let scheme = path.firstRange(of: "://") {
      guard path.hasPrefix("file:") else { return }
      path = path[scheme.upperBound...].percentDecoded()
    }
    let parts = path.split { $0 == "/" || $0 == "\\" }
    guard let file = parts.last else { return }
    let stem = file.contains(".") ? file[..<(file.lastIndex(of: ".") ?? file.endIndex)] : file
    // `01 Title`, `01. Title`, `1-02 Title`
    let number = stem.prefix { $0.isNumber || $0 == "-" }
    let rest = stem[number.endIndex...].drop { ".-_ ".contains($0) }
    let isNumbered = (1...5).contains(number.count) && rest.startIndex > number.endIndex
    let title = isNumbered ? rest.trimmed : stem.trimmed
    name = title.isEmpty ? stem.trimmed : title
    splitName()
  }
}
