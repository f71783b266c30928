import FavoritesModel
import MusicModel

/// Reads tables: comma-separated values with any separator and head.
enum TableFormats {
  private static let separators: [Unicode.Scalar] = [",", ";", "\t"]
  /// The lines among which a header is looked for: some programs write others before it.
  private static let maxHeadLines = 40

  /// Reads a table; `nil` if the text is none.
  static func read(_ text: ImportText, _ ids: LinkReader) -> ImportedFile? {
    let lines = text.lines
    var separators = TableFormats.separators
    var start = 0
    if let first = lines.first, first.lowercased().hasPrefix("sep="), first.count == 5,
      let scalar = first.unicodeScalars.last
    {
      (separators, start) = ([scalar], 1)
    }
    for index in start..<min(lines.count, start + maxHeadLines)
    where !lines[index].allSatisfy(\.isWhitespace) {
      let found = separators.compactMap { separator -> (Unicode.Scalar, Int)? in
        let head = String(lines[index])
        let header = CSV.rows(head, separator: separator).first?.fields ?? []
        let next = index + 1 < lines.count ? String(lines[index + 1]) : ""
        let first = CSV.rows(next, separator: separator).first?.fields
        guard header.count > 1, TableColumns(header, first: first) != nil else { return nil }
        return (separator, header.count)
      }
      if let (separator, _) = found.max(by: { $0.1 < $1.1 }) {
        return read(lines[index...].joined(separator: "\n"), separator, ids)
      }
    }
    return withoutHeader(text)
  }

  /// Whether the lines have equally many cells, at least three, or two that tabs separate.
  static func isTable(_ text: ImportText) -> Bool {
    let lines = text.lines.filter { !$0.allSatisfy(\.isWhitespace) }.prefix(5).map(String.init)
    guard lines.count >= 2 else { return false }
    return separators.contains { separator in
      let counts = Set(lines.map { CSV.rows($0, separator: separator).first?.fields.count ?? 0 })
      return counts.count == 1 && counts.contains { $0 >= (separator == "\t" ? 2 : 3) }
    }
  }

  private static func read(
    _ text: String,
    _ separator: Unicode.Scalar,
    _ ids: LinkReader
  ) -> ImportedFile? {
    var rows = CSV.rows(text, separator: separator)[...]
    guard let header = rows.popFirst(),
      let columns = TableColumns(header.fields, first: rows.first?.fields)
    else { return nil }
    var file = ImportedFile(columns.format)
    guard columns.format != .own else { return file }
    for (number, (_, cells)) in rows.enumerated() {
      // A comma at the end of each line, or a second table, is nothing.
      guard cells.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
        file.skip(number + 1, .empty, "")
        continue
      }
      file.add(TableRow(cells, columns, number + 1, ids).row)
    }
    return file
  }

  /// The scrobbles of a program that writes no header: artist, album, title and date.
  private static func withoutHeader(_ text: ImportText) -> ImportedFile? {
    let rows = CSV.rows(text.text, separator: ",")
    guard !rows.isEmpty,
      rows.prefix(3).allSatisfy({ row in
        row.fields.count == 4 && row.fields[3].contains(where: \.isLetter)
          && ImportDates.added(row.fields[3]) != nil
      })
    else { return nil }
    var file = ImportedFile(.lastfm)
    for (number, (_, cells)) in rows.enumerated() {
      var row = ImportedRow(number + 1, .song)
      let cells = cells + Array(repeating: "", count: max(0, 4 - cells.count))
      row.setNames(cells[2], by: cells[0], on: cells[1])
      row.added = ImportDates.added(cells[3])
      file.add(row)
    }
    return file
  }
}

/// Reads one row of a table.
private struct TableRow {
  private let cells: [String]
  private let columns: TableColumns
  private let ids: LinkReader
  private(set) var row: ImportedRow

  init(_ cells: [String], _ columns: TableColumns, _ number: Int, _ ids: LinkReader) {
    (self.cells, self.columns, self.ids) = (cells, columns, ids)
    row = ImportedRow(number, .song)
    switch columns.format {
    case .discogs: readDiscogs()
    case .rateYourMusic: readRateYourMusic()
    default: readSong()
    }
  }

  private subscript(_ field: TableColumns.Field) -> String { columns[field, cells] }

  private mutating func readSong() {
    let uri = self[.uri]
    if let local = LinkReader.local(uri, row.number) {
      row = local
      if row.name.isEmpty { row.setNames(self[.name], by: artist, on: self[.album]) }
      if !row.name.isEmpty { row.isNothing = nil }
      row.added = ImportDates.added(self[.added])
      return
    }
    if uri.hasPrefix("spotify:episode:") { row.isNothing = .podcast }
    row.setNames(self[.name], by: artist, on: self[.album])
    if let kind = kind { row.kind = kind }
    readIDs(uri)
    row.durationMs =
      ImportDates.durationMs(self[.durationMs])
      ?? ImportDates.durationMs(self[.duration], unit: 1000)
    (row.discNumber, row.trackNumber) = (positive(.disc), positive(.track))
    row.releaseDate = ImportDates.release(self[.releaseDate])
    row.added = ImportDates.added(self[.added])
    switch row.kind {
    case .artist:
      // TuneMyMusic has the name of an artist in the column of titles.
      if row.name.isEmpty { row.name = row.artist }
      (row.artist, row.album) = ("", "")
    case .album:
      if row.name.isEmpty { row.name = row.album }
      row.album = ""
    default:
      if row.artist.isEmpty, row.ids.isEmpty { row.splitName() }
    }
    if columns.format == .applePlays, let played = Int(self[.playedMs]), played < 30_000 {
      row.isNothing = .short
    }
    if row.isNothing == nil, row.name.isEmpty, row.ids.isEmpty { readNothing(uri) }
  }

  /// Why a row without names is nothing.
  private mutating func readNothing(_ uri: String) {
    let isVideo = !self[.videoID].isEmpty || uri.contains("youtube.") || uri.contains("youtu.be")
    row.isNothing = isVideo ? .video : LinkReader.isLink(uri) ? .unknownLink : .empty
  }

  private var kind: EntityKind? {
    switch self[.type].lowercased() {
    case "album": .album
    case "artist": .artist
    default: nil
    }
  }

  private mutating func readIDs(_ uri: String) {
    let native =
      columns.format == .exportify && !uri.contains(":")
      ? LinkReader.spotify("track", uri) : ids.id(uri)
    if let id = native ?? serviceID(), id.kind == row.kind { row.ids.append(id) }
    row.hasLink = row.ids.isEmpty && LinkReader.isLink(uri)
    let code = self[.isrc]
    let codeID = row.kind == .song ? RecordingCode.id(code) : BarCode.id(code)
    if row.kind != .artist, let codeID { row.ids.append(codeID) }
    if row.kind == .song, let id = LinkReader.mbid("recording", self[.recordingMBID]) {
      row.ids.insert(id, at: 0)
    }
    let artists = self[.artistURIs].split { $0 == "," || $0 == ";" }
    if artists.count == 1, let id = LinkReader.spotify(artists[0].trimmed), id.kind == .artist {
      row.artistID = id
    }
    row.artistID = row.artistID ?? LinkReader.mbid("artist", self[.artistMBID])
    if let id = LinkReader.spotify(self[.albumURI]), id.kind == .album { row.albumID = id }
  }

  /// The id at the service of the file.
  private func serviceID() -> EntityID? {
    let value = self[.serviceID]
    switch columns.service {
    case "spotify": return LinkReader.spotify(row.kind.rawValue, value)
    case "apple", "apple music", "deezer":
      guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      let namespace = columns.service == "deezer" ? "deezer" : "itunes"
      return EntityID(namespace: namespace, type: row.kind.rawValue, value: value)
    default: return nil
    }
  }

  private var artist: String {
    let all = columns.artists(cells)
    let joined: String
    if columns.format == .exportify {
      let text = (all.first ?? "").replacing("\\,", with: "\u{1}")
      joined = text.replacing(";", with: ", ").replacing("\u{1}", with: ",")
    } else {
      joined = all.joined(separator: ", ")
    }
    let own = ImportedRow.isVarious(joined) && columns.format != .tuneMyMusic ? "" : joined
    let ofAlbum = self[.albumArtist]
    return own.isEmpty && !ImportedRow.isVarious(ofAlbum) ? ofAlbum : own
  }

  private func positive(_ field: TableColumns.Field) -> Int? {
    Int(self[field]).flatMap { $0 > 0 ? $0 : nil }
  }

  private mutating func readDiscogs() {
    row.kind = .album
    row.setNames(self[.name], by: TableRow.withoutNumbers(self[.artist]))
    row.label = TableRow.withoutNumbers(self[.label])
    row.releaseDate = ImportDates.release(self[.releaseDate])
    row.added = ImportDates.added(self[.added])
    row.note = self[.note].isEmpty ? nil : self[.note]
    let release = self[.release]
    if !release.isEmpty, release.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let id = EntityID(namespace: "discogs", type: "release", value: release)
    {
      row.ids.append(id)
    }
  }

  /// Names without the numbers by which Discogs tells equal ones apart: `Justice (3)`.
  private static func withoutNumbers(_ names: String) -> String {
    names.split(separator: ", ").map { name in
      guard name.last == ")", let start = name.lastIndex(of: "("),
        name[start...].dropFirst().dropLast().allSatisfy(\.isNumber)
      else { return String(name) }
      return name[..<start].trimmed
    }
    .joined(separator: ", ")
  }

  private mutating func readRateYourMusic() {
    row.kind = .album
    let native = [self[.nativeFirstName], self[.nativeLastName]].filter { !$0.isEmpty }
    let latin = [self[.firstName], self[.lastName]].filter { !$0.isEmpty }
    let names = (latin.isEmpty ? native : latin).joined(separator: " ").withoutEntities
    // `宇多田ヒカル [Hikaru Utada]`
    let artist = names.prefix { $0 != "[" }.trimmed.replacing(" / ", with: ", ")
    row.setNames(self[.name].withoutEntities, by: artist.isEmpty ? names : artist)
    row.releaseDate = ImportDates.release(self[.releaseDate])
    let review = self[.note].withoutEntities
    row.note = review.isEmpty ? nil : String(review.prefix(2000))
  }
}
